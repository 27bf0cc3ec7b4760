import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { issueBrowserSecret, queryOf, readBrowserSecret } from './cookies/browser-secret.ts';
import { pageHeaders } from './page.ts';
import { finishSignIn, type SignIn } from './sign-in.ts';
import type { SignInInteraction } from './sign-in-interaction.ts';
import { rejectStep, sendSignInEnded } from './sign-in-responses.ts';
import { type Identification, ProviderError } from './single-sign-on.ts';

const MESSAGES: Record<ProviderError['kind'], (name: string) => string> = {
  denied: (name) => `${name} didn't sign you in. Try again, or choose another way.`,
  unavailable: (name) => `${name} can't be reached right now. Try again in a minute.`,
  invalid: (name) =>
    `Signing in with ${name} didn't work. Try again. If it keeps happening, contact your Patron administrator.`,
};

/** Sends the browser to the provider, from a link of the sign-in page. */
export async function startProvider(
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  invitationId?: number,
) {
  const { interactions, dependencies } = signIn;
  const interaction = await interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  const { singleSignOn } = dependencies;
  if (!singleSignOn) return reply.redirect(interaction.address, 303);
  const { uid: boundTo, loginHint } = interaction;
  try {
    const secret = issueBrowserSecret(request, reply, dependencies);
    const address = await singleSignOn.start(
      { purpose: 'sign_in', boundTo, ...(invitationId === undefined ? {} : { invitationId }) },
      secret,
      loginHint === '' ? {} : { login_hint: loginHint },
    );
    return reply.redirect(address, 303);
  } catch (error) {
    return rejectProvider(signIn, request, reply, interaction, error);
  }
}

/**
 * Where the provider sends the browser back. The sign-in in progress is known below its own address only, so the
 * parameters go there.
 */
export async function receiveCallback(
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { singleSignOn, publicUrl, baseUrl } = signIn.dependencies;
  const query = queryOf(request);
  const subject = singleSignOn?.findSubject(query, readBrowserSecret(request, publicUrl));
  if (!subject) return sendSignInEnded(signIn, request, reply);
  const { pathname } = new URL(baseUrl);
  const isStepUp = subject.purpose === 'step_up';
  // With such a policy, the console couldn't close the window.
  if (isStepUp) reply.removeHeader('cross-origin-opener-policy');
  const path = isStepUp
    ? OAUTH_PATHS.confirmed
    : `${OAUTH_PATHS.signIn}/${subject.boundTo}/sso/finish`;
  return reply.redirect(`${pathname}${path}?${query}`, 303);
}

/** Signs in the person that the provider signed in, or asks for their own sign-in first. */
export async function finishProvider(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const { interactions, dependencies, stepErrors } = signIn;
  const { singleSignOn, publicUrl } = dependencies;
  const interaction = await interactions.find(request, reply);
  const secret = readBrowserSecret(request, publicUrl);
  const query = queryOf(request);
  const subject = singleSignOn?.findSubject(query, secret);
  const isOfThis = subject?.purpose === 'sign_in' && subject.boundTo === interaction?.uid;
  if (!interaction || !singleSignOn || secret === undefined || !isOfThis) {
    return sendSignInEnded(signIn, request, reply);
  }
  let found: Awaited<ReturnType<typeof singleSignOn.identify>>;
  try {
    found = await singleSignOn.identify(query, secret);
  } catch (error) {
    return rejectProvider(signIn, request, reply, interaction, error);
  }
  const { signIn: providerSignIn } = found;
  if (found.outcome === 'rejected') {
    const { reason } = found;
    request.log.warn({ subject: providerSignIn.subject, reason }, 'single sign-on was rejected');
    return sendNoAccess(signIn, request, reply, found);
  }
  const { user } = found;
  stepErrors.clear(request, reply, interaction.address);
  if (found.outcome === 'unlinked') {
    const pendingLink = { userId: user.id, email: user.provenEmail, ...providerSignIn };
    await interactions.savePendingLink(request, reply, interaction, pendingLink);
    return reply.redirect(interaction.address, 303);
  }
  return finishSignIn(signIn, request, reply, {
    interaction: { ...interaction, pendingLink: undefined },
    user,
    ways: [],
    providerSignIn,
  });
}

function sendNoAccess(
  { dependencies, errorPages }: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, isWithoutGroups }: Extract<Identification, { outcome: 'rejected' }>,
) {
  const name = dependencies.oidc?.name ?? '';
  const explanation = isWithoutGroups
    ? `${name} signed you in, but Patron can't read your groups there, which decide what you can do. Ask your Patron administrator, who finds the reason in the log.`
    : email === undefined
      ? `${name} signed you in, but your account there can't be used for Patron. Ask your Patron administrator for an invitation.`
      : `${name} signed you in as ${email}, but nobody has invited that email to Patron. Ask your Patron administrator for an invitation.`;
  return reply.code(403).headers(pageHeaders()).send(errorPages.noAccess(request.id, explanation));
}

/** Shows on the sign-in page that the provider didn't work; the log has the reason. */
function rejectProvider(
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  interaction: SignInInteraction,
  error: unknown,
) {
  if (!(error instanceof ProviderError)) throw error;
  request.log.warn({ reason: error.message }, 'single sign-on failed');
  const message = MESSAGES[error.kind](signIn.dependencies.oidc?.name ?? '');
  return rejectStep(signIn, request, reply, interaction, { step: 'password', message });
}
