import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toOAuthError } from '#services/advocacy/oauth/oauth-error.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  chooseFactor,
  codeStepRoute,
  findCodeStep,
  restart,
  sendAgain,
  submitCode,
} from './code-step.ts';
import { pageHeaders } from './page.ts';
import { submitPassword } from './password-step.ts';
import type { SignIn } from './sign-in.ts';
import { sendCodePage, sendPasswordPage, sendSignInEnded } from './sign-in-responses.ts';

/** The sign-in pages: forms that work without JavaScript (decisions.md, 9 and 10). */
export async function signInRoutes(app: FastifyInstance, signIn: SignIn): Promise<void> {
  await app.register(formbody);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const { status } = toOAuthError(error);
    if (status >= 500) request.log.error({ err: error }, 'failed');
    return reply.code(status).headers(pageHeaders()).send(signIn.errorPages.failed(request.id));
  });
  const path = `${OAUTH_PATHS.signIn}/:uid`;
  const options = { schema: { hide: true } };

  app.get(path, options, (request, reply) => showCurrentStep(signIn, request, reply));
  app.post(path, options, (request, reply) => submitPassword(signIn, request, reply));
  app.post(`${path}/code`, options, codeStepRoute(signIn, submitCode));
  app.post(`${path}/factor`, options, codeStepRoute(signIn, chooseFactor));
  app.post(`${path}/send`, options, codeStepRoute(signIn, sendAgain));
  app.post(`${path}/restart`, options, codeStepRoute(signIn, restart));
}

async function showCurrentStep(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await signIn.interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  const state = await findCodeStep(signIn, interaction);
  if (!state) {
    return sendPasswordPage(signIn, reply, interaction, {
      status: 200,
      email: interaction.loginHint,
    });
  }
  const { recovery } = request.query as { recovery?: unknown };
  return sendCodePage(signIn, reply, state, { status: 200, recovery: recovery === '1' });
}
