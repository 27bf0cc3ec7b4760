import type { Configuration } from 'oidc-provider';
import { html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';
import { page, pageHeaders } from './page.ts';

/** What is told on a page because no redirect to the client can tell it. */
export interface ErrorPages {
  /** A sign-in that was finished before, has expired, or belongs to another browser. */
  signInEnded(requestId: string): string;
  /** An authorization request whose client or redirect_uri can't be trusted (decisions.md, 9). */
  invalidRequest(requestId: string, explanation: string): string;
  /** A sign-in page that could not be made. */
  failed(requestId: string): string;
  /** As oidc-provider asks for it; the endpoints that are no pages answer JSON. */
  forProvider: NonNullable<Configuration['renderError']>;
}

const EXPLANATIONS: Record<string, string> = {
  invalid_client: 'The application that sent you here is not registered with Patron.',
  invalid_redirect_uri:
    'The application asked to send you back to an address that is not registered for it.',
  server_error: 'The service that signs you in has a fault. Try again in a moment.',
};

/** @param publicUrl where people start again. */
export function createErrorPages(assets: Assets, publicUrl: string): ErrorPages {
  const render = (title: string, explanation: string, requestId: string) =>
    page(
      assets,
      title,
      html`<h1>${title}</h1>
<p class="note" role="alert">${explanation}</p>
<a class="button start" href="${publicUrl}/">Open Patron</a>
<p class="small">Request ${requestId}</p>`,
    );

  const signInEnded = (requestId: string) =>
    render(
      'Sign in again',
      'This sign-in is no longer open: it was finished already, or it waited too long. ' +
        'Go back to the application that you came from and sign in there again, or open Patron.',
      requestId,
    );

  const invalidRequest = (requestId: string, explanation: string) =>
    render(
      "Sign-in can't start",
      `${explanation} Tell whoever runs the application; there is nothing that you did wrong.`,
      requestId,
    );

  return {
    failed: (requestId) =>
      render(
        'Sign-in is not working',
        'The service that signs you in has a fault. Nothing is lost: try again in a moment. ' +
          'If it stays, tell whoever runs Patron, and quote the request below.',
        requestId,
      ),
    signInEnded,
    invalidRequest,
    forProvider(ctx, { error, error_description: description }, cause) {
      if (!ctx.oidc.route.match(/^(authorization|resume)$/)) {
        ctx.body = { error, error_description: description };
        return;
      }
      const requestId = String(ctx.res.getHeader('x-request-id') ?? '');
      ctx.set(pageHeaders());
      ctx.body =
        cause.name === 'SessionNotFound'
          ? signInEnded(requestId)
          : invalidRequest(
              requestId,
              EXPLANATIONS[error] ?? `The request is not valid: ${description}.`,
            );
    },
  };
}
