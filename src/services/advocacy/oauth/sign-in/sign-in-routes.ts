import formbody from '@fastify/formbody';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toOAuthError } from '#services/advocacy/oauth/oauth-error.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  chooseFactor,
  findSecondStep,
  restart,
  secondStepRoute,
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
  const address = `${OAUTH_PATHS.signIn}/:uid`;
  const options = { schema: { hide: true } };

  app.get(address, options, (request, reply) => showStep(signIn, request, reply));
  app.post(address, options, (request, reply) => submitPassword(signIn, request, reply));
  app.post(`${address}/code`, options, secondStepRoute(signIn, submitCode));
  app.post(`${address}/factor`, options, secondStepRoute(signIn, chooseFactor));
  app.post(`${address}/send`, options, secondStepRoute(signIn, sendAgain));
  app.post(`${address}/restart`, options, secondStepRoute(signIn, restart));
}

async function showStep(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await signIn.interactions.find(request, reply);
  if (!interaction) return sendSignInEnded(signIn, request, reply);
  const state = await findSecondStep(signIn, interaction);
  if (!state) {
    return sendPasswordPage(signIn, reply, interaction, {
      status: 200,
      email: interaction.loginHint,
    });
  }
  const { recovery } = request.query as { recovery?: unknown };
  return sendCodePage(signIn, reply, state, { status: 200, recovery: recovery === '1' });
}
