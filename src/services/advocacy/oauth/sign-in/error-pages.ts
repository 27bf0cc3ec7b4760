import type { Configuration } from 'oidc-provider';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { html } from '#services/platform/http/html.ts';
import type { Assets } from './assets.ts';
import { page, pageHeaders } from './page.ts';

/** Pages for errors that can't be sent to the client by a redirect. */
export interface ErrorPages {
  /** The sign-in was completed, has expired, or belongs to another browser. */
  /** @param cookies the request's header: without one, the browser may block them */
  signInEnded(requestId: string, cookies: string | undefined): string;
  /** The client or redirect_uri of an authorization request can't be trusted (decisions.md, 9). */
  invalidRequest(requestId: string, explanation: string): string;
  /** The person that the provider signed in can't use Patron (decisions.md, 66). */
  noAccess(requestId: string, explanation: string): string;
  /** The database or the queue is at its limit for the moment. */
  unavailable(requestId: string): string;
  /** An unexpected error. */
  failed(requestId: string): string;
  /** Renders oidc-provider's errors; its endpoints that aren't pages respond with JSON. */
  forProvider: NonNullable<Configuration['renderError']>;
}

const EXPLANATIONS: Record<string, string> = {
  invalid_client: "The application that sent you here isn't registered with Patron.",
  invalid_redirect_uri: "The application uses a redirect URL that isn't registered for it.",
  server_error: 'Something went wrong in Patron. Try again.',
};

export function createErrorPages(
  assets: Assets,
  { publicUrl }: Pick<ServiceDependencies, 'publicUrl'>,
): ErrorPages {
  const render = (title: string, explanation: string, requestId: string) =>
    page(
      assets,
      title,
      html`<h1>${title}</h1>
<p class="note" role="alert">${explanation}</p>
<a class="button start" href="${publicUrl}/">Open Patron</a>
<p class="small">Request ${requestId}</p>`,
    );

  const signInEnded = (requestId: string, cookies: string | undefined) =>
    render(
      'Sign in again',
      cookies === undefined
        ? 'This sign-in has expired, or your browser blocks cookies. Allow cookies for this site in the settings of ' +
            'your browser, then open Patron and sign in again.'
        : 'This sign-in has expired or is already complete. Go back to the application you came from ' +
            'and sign in again, or open Patron.',
      requestId,
    );

  const invalidRequest = (requestId: string, explanation: string) =>
    render(
      "You can't sign in from this link",
      `${explanation} Contact the people who run the application.`,
      requestId,
    );

  return {
    unavailable: (requestId) =>
      render(
        'Sign-in is busy',
        'Too many people are signing in right now. Go back and try again in a few seconds.',
        requestId,
      ),
    failed: (requestId) =>
      render(
        "Sign-in isn't working",
        'Something went wrong in Patron. Try again. If it keeps happening, contact your Patron ' +
          'administrator and mention the request below.',
        requestId,
      ),
    signInEnded,
    noAccess: (requestId, explanation) =>
      render("You don't have access to Patron yet", explanation, requestId),
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
          ? signInEnded(requestId, ctx.headers.cookie)
          : invalidRequest(
              requestId,
              EXPLANATIONS[error] ?? `The request is not valid: ${description}.`,
            );
    },
  };
}
