import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  TEMPLATE_PREVIEW_MAX_BYTES,
  TEMPLATE_PREVIEW_PATH,
} from '#contract/gateway/template-preview.ts';
import { errorResponse, forbidden } from '#services/platform/json-api/errors.ts';

/** No scripts, requests or forms, a separate origin, and only inside the console. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

const headersSchema = z.object({
  'sec-fetch-site': z.literal('same-origin'),
  'sec-fetch-dest': z.literal('iframe'),
});
const formSchema = z.object({ html: z.string() });

/**
 * Returns the posted HTML of an email template as a page that can do nothing. Browsers say where a request
 * comes from, so no other site can show its content under this address.
 */
export function templatePreviewRoute(app: FastifyInstance): void {
  app.route({
    method: 'POST',
    url: TEMPLATE_PREVIEW_PATH,
    bodyLimit: TEMPLATE_PREVIEW_MAX_BYTES,
    handler: async (request, reply) => {
      if (!headersSchema.safeParse(request.headers).success) {
        throw forbidden('Previews are only available in the console.');
      }
      const body = new TextDecoder().decode((request.body as Uint8Array | undefined) ?? undefined);
      const form = formSchema.safeParse(Object.fromEntries(new URLSearchParams(body)));
      if (!form.success) throw errorResponse(400, { detail: 'Send the HTML in the field html.' });
      return reply
        .headers({
          'content-security-policy': POLICY,
          'referrer-policy': 'no-referrer',
          'x-dns-prefetch-control': 'off',
          'cache-control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(form.data.html);
    },
  });
}
