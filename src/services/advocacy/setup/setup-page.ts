import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailAddressSchema } from '#contract/email-address.ts';
import { requiredText } from '#contract/text.ts';
import {
  type AccountPages,
  alert,
  newPasswordFields,
  pathOfPage,
  sendAccountPage,
} from '#services/advocacy/account/pages/account-page.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { formField } from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { findPasswordError } from '#services/advocacy/users/password-rules.ts';
import { html } from '#services/platform/http/html.ts';
import { type FirstAdministrator, isSetupToken, setUp } from './setup-links.ts';

const NAME_MAX_LENGTH = 255;
const nameSchema = requiredText(NAME_MAX_LENGTH);

/** Creates the first administrator of a deployment. Opening the page doesn't use up its link. */
export function setupPageRoutes(app: FastifyInstance, pages: AccountPages): void {
  const { db, clock } = pages.dependencies;

  app.get(OAUTH_PATHS.setup, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    if (!(await isSetupToken(db, clock, String(token)))) return sendLinkEnded(pages, reply);
    const values = { team: '', name: '', email: '' };
    return sendForm(pages, reply, { status: 200, token: String(token), values });
  });
  app.post(OAUTH_PATHS.setup, (request, reply) => submit(pages, request, reply));
}

async function submit(pages: AccountPages, request: FastifyRequest, reply: FastifyReply) {
  const { db, clock, publicUrl } = pages.dependencies;
  const token = formField(request, 'token');
  if (!(await isSetupToken(db, clock, token))) return sendLinkEnded(pages, reply);
  const values = {
    team: formField(request, 'team').trim(),
    name: formField(request, 'name').trim(),
    email: formField(request, 'email').trim(),
  };
  const password = formField(request, 'password');
  const error = await findError({ ...values, password });
  if (error) return sendForm(pages, reply, { status: 422, token, values, error });
  const created = await setUp(db, clock, token, { ...values, password });
  if (!created) return sendLinkEnded(pages, reply);
  return sendAccountPage(pages, reply, {
    title: 'Patron is set up',
    content: html`<p>You are the administrator of ${values.team}. Sign in with ${values.email} and your new password, then invite your colleagues.</p>
<a class="button start" href="${publicUrl}/teams/${created.teamId}/overview">Sign in</a>`,
  });
}

type Field = keyof FirstAdministrator;

interface FieldError {
  field: Field;
  message: string;
}

/** The first field that is wrong, in the order of the form. */
async function findError(values: FirstAdministrator): Promise<FieldError | undefined> {
  const isName = (value: string) => nameSchema.safeParse(value).success;
  if (!isName(values.team)) return nameError('team', "Enter your team's name");
  if (!isName(values.name)) return nameError('name', 'Enter your name');
  if (!emailAddressSchema.safeParse(values.email).success) {
    return { field: 'email', message: 'Enter an email address such as ana@example.com.' };
  }
  const message = await findPasswordError(values.password, values.email);
  return message === undefined ? undefined : { field: 'password', message };
}

function nameError(field: Field, hint: string): FieldError {
  return { field, message: `${hint}, in ${NAME_MAX_LENGTH} characters or fewer.` };
}

interface Form {
  status: number;
  token: string;
  values: Omit<FirstAdministrator, 'password'>;
  error?: FieldError;
}

function sendForm(
  pages: AccountPages,
  reply: FastifyReply,
  { status, token, values, error }: Form,
) {
  const focused = error?.field ?? 'team';
  const attributes = (field: Field) => [
    ...(field === focused ? [html` autofocus`] : []),
    ...(error?.field === field ? [html` aria-invalid="true" aria-describedby="error"`] : []),
  ];
  return sendAccountPage(pages, reply, {
    status,
    title: 'Set up Patron',
    content: html`<p>Create the first team and its administrator, who can invite everyone else.</p>
${alert(error?.message)}
<form class="main" method="post" action="${pathOfPage(pages.dependencies.baseUrl, 'setup')}">
<input type="hidden" name="token" value="${token}">
<label for="team">Team name</label>
<input id="team" name="team" value="${values.team}" autocomplete="organization" maxlength="${NAME_MAX_LENGTH}" required${attributes('team')}>
<label for="name">Your name</label>
<input id="name" name="name" value="${values.name}" autocomplete="name" maxlength="${NAME_MAX_LENGTH}" required${attributes('name')}>
<label for="email">Email</label>
<input id="email" name="email" type="email" value="${values.email}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${attributes('email')}>
${newPasswordFields(undefined, error?.field === 'password' ? error.message : undefined)}
<button type="submit">Create administrator</button>
</form>`,
  });
}

function sendLinkEnded(pages: AccountPages, reply: FastifyReply) {
  return sendAccountPage(pages, reply, {
    status: 400,
    title: "This link can't be used",
    content: html`<p class="note" role="alert">Patron has an administrator already, or this link has expired. Setup links work for one day, until there is an administrator. If there isn't one yet, restart Patron to get a new link.</p>
<a class="button start" href="${pages.dependencies.publicUrl}/">Open Patron</a>`,
  });
}
