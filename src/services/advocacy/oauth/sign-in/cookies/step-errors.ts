import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { EMAIL_ADDRESS_MAX_LENGTH } from '#contract/email-address.ts';
import type { SignInCookies } from './sign-in-cookies.ts';

const COOKIE = 'patron_error';
/** As long as an interaction lives. */
const SECONDS = 1800;

/** Why a form was rejected. */
const stepErrorSchema = z.object({
  step: z.enum(['password', 'code']),
  message: z.string(),
  /** The password form: the invalid field, and the email as typed. */
  field: z.optional(z.enum(['email', 'password'])),
  email: z.optional(z.string()),
  /** The code form: whether it asked for a recovery code. */
  recovery: z.optional(z.boolean()),
  /** For too many attempts: until when, in ms. It decides the message. */
  waitUntil: z.optional(z.number()),
});
export type StepError = z.output<typeof stepErrorSchema>;

/**
 * Errors of the forms. A rejected form redirects to its page, so that Back and Reload never ask whether
 * to send the form again; a signed cookie carries the error there.
 */
export function createStepErrors(cookies: SignInCookies) {
  return {
    find(request: FastifyRequest, reply: FastifyReply): StepError | undefined {
      const value = cookies.get(request, reply, COOKIE);
      if (value === undefined) return undefined;
      // The signature is ours, so this is what `set` wrote.
      return z.parse(stepErrorSchema, JSON.parse(Buffer.from(value, 'base64url').toString()));
    },
    /** @param path of the pages that show it */
    set(request: FastifyRequest, reply: FastifyReply, path: string, error: StepError): void {
      const email = error.email?.slice(0, EMAIL_ADDRESS_MAX_LENGTH);
      const json = JSON.stringify({ ...error, ...(email === undefined ? {} : { email }) });
      const value = Buffer.from(json).toString('base64url');
      cookies.set(request, reply, COOKIE, value, { path, seconds: SECONDS });
    },
    clear(request: FastifyRequest, reply: FastifyReply, path: string): void {
      if (cookies.get(request, reply, COOKIE) === undefined) return;
      cookies.set(request, reply, COOKIE, undefined, { path, seconds: 0 });
    },
  };
}
export type StepErrors = ReturnType<typeof createStepErrors>;
