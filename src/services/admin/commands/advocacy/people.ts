import { randomBytes } from 'node:crypto';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import { requireChanges } from '#services/admin/options.ts';
import type { Terminal } from '#services/admin/terminal.ts';
import { setBreakGlass, unlinkUser } from '#services/advocacy/administration/manage-sign-in.ts';
import {
  createUser,
  deleteUser,
  getUserByEmail,
  listUserSummaries,
  renameUser,
  resetFactors,
  setEmail,
  setPassword,
  signOutUser,
  type UserSummary,
} from '#services/advocacy/administration/manage-users.ts';

const GENERATE_OPTION = ['--generate-password', 'Generate a password and show it once'] as const;

/** `people`: users who can sign in. Passwords are typed or read from stdin, never arguments. */
export function addUserCommands(users: CommandUnknownOpts, admin: CommandContext): void {
  const { change, read, report, terminal } = admin;
  const crud = createCrud(admin);
  users
    .command('create <email>')
    .description('Create a user; the password is prompted for, or the first line of stdin')
    .option(
      '--name <name>',
      'Name shown in the console; default: the part of the address before the @',
    )
    .option(...GENERATE_OPTION)
    .action(async (email, { name = email.split('@')[0] ?? email, generatePassword }) => {
      const { password, generated } = await readOrGeneratePassword(terminal, generatePassword);
      const { id } = await change(({ db }) => createUser(db, { email, name, password }));
      if (generated) report.secret({ id, email, name, password: generated });
      else report.record({ id, email, name });
    });

  crud.list(
    users.command('list').description('List all users with their teams and roles'),
    ({ db }) => listUserSummaries(db),
    toDisplayed,
  );

  users
    .command('show <email>')
    .description('Show a user')
    .action(async (email) => {
      const { db } = await read();
      const { id } = await getUserByEmail(db, email);
      for (const user of await listUserSummaries(db, id)) report.record(user, toDisplayed);
    });

  crud.change(
    users
      .command('update <email>')
      .description('Change the name or the email address')
      .option('--name <name>', 'Name shown in the console')
      .option('--email <email>', 'New sign-in address; the old and the new address are notified'),
    async (services, email, options) => {
      const changes = requireChanges(options);
      const user = await getUserByEmail(services.db, email);
      if (changes.email !== undefined) await setEmail(services, user, changes.email);
      if (changes.name !== undefined) {
        await renameUser(services.db, user, changes.name, services.clock.now());
      }
      return `Updated ${email}.`;
    },
  );

  users
    .command('set-password <email>')
    .description('Set a new password; the user is signed out everywhere and notified by email')
    .option(...GENERATE_OPTION)
    .action(async (email, { generatePassword }) => {
      await getUserByEmail((await read()).db, email);
      const { password, generated } = await readOrGeneratePassword(terminal, generatePassword);
      const ended = await change(async (services) =>
        setPassword(services, await getUserByEmail(services.db, email), password),
      );
      if (generated) report.secret({ email, password: generated });
      report.message(`Set the password of ${email}; ended ${formatSessions(ended)}.`);
    });

  crud.change(
    users.command('sign-out <email>').description('End all sessions of a user'),
    async ({ db }, email) => {
      const ended = await signOutUser(db, await getUserByEmail(db, email));
      return `Ended ${formatSessions(ended)} of ${email}.`;
    },
  );

  crud.change(
    users
      .command('reset-factors <email>')
      .description(
        'Remove all authentication factors and passkeys of a user, who is notified by email',
      ),
    async (services, email) => {
      const removed = await resetFactors(services, await getUserByEmail(services.db, email));
      return `Removed ${removed} ${removed === 1 ? 'factor or passkey' : 'factors and passkeys'} of ${email}.`;
    },
  );

  crud.change(
    users
      .command('break-glass <email>')
      .description('Let a user sign in with a password although PATRON_OIDC_ONLY is set')
      .option('--off', 'No longer let them'),
    async (services, email, { off }) => {
      await setBreakGlass(services, await getUserByEmail(services.db, email), !off);
      return off
        ? `${email} signs in like everybody else.`
        : `${email} can sign in with a password in an emergency, with a second step.`;
    },
  );

  crud.change(
    users
      .command('unlink <email>')
      .description(
        'End the link to the OpenID provider; the user is signed out everywhere and notified by email',
      ),
    async (services, email) => {
      await unlinkUser(services, await getUserByEmail(services.db, email));
      return `Ended the link of ${email}.`;
    },
  );

  users
    .command('delete <email>')
    .description('Delete a user and end their sessions')
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (email, { yes }) => {
      await getUserByEmail((await read()).db, email);
      if (!yes) await terminal.confirm(`Delete ${email}?`);
      const ended = await change(async (services) =>
        deleteUser(services, await getUserByEmail(services.db, email)),
      );
      report.message(`Deleted ${email}; ended ${formatSessions(ended)}.`);
    });
}

function toDisplayed({ teams, ...user }: UserSummary) {
  return { ...user, teams: teams.map(({ id, name, role }) => `${id} ${name} (${role})`) };
}

function formatSessions(count: number): string {
  return count === 1 ? '1 session' : `${count} sessions`;
}

async function readOrGeneratePassword(terminal: Terminal, isGenerated: true | undefined) {
  if (!isGenerated) return { password: await terminal.askSecret('Password', { twice: true }) };
  const password = randomBytes(15).toString('base64url');
  return { password, generated: password };
}
