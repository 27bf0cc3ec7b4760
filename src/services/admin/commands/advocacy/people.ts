import { randomBytes } from 'node:crypto';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { requireChanges } from '#services/admin/options.ts';
import type { Terminal } from '#services/admin/terminal.ts';
import {
  createUser,
  deleteUser,
  getUserByEmail,
  listUserSummaries,
  renameUser,
  resetFactors,
  setEmail,
  setPassword,
  type UserSummary,
} from '#services/advocacy/administration/manage-users.ts';
import { endUserSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';

const GENERATE_OPTION = ['--generate-password', 'Generate a password and show it once'] as const;

/** `people`: users who can sign in. Passwords are typed or read from stdin, never arguments. */
export function addUserCommands(users: CommandUnknownOpts, admin: CommandContext): void {
  const { open, read, report, terminal } = admin;
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
      const { db } = await open({ isNew: true });
      const { id } = await createUser(db, { email, name, password });
      if (generated) report.secret({ id, email, name, password: generated });
      else report.record({ id, email, name });
    });

  users
    .command('list')
    .description('List all users with their teams and roles')
    .action(async () => {
      const { db } = await read();
      report.list(await listUserSummaries(db), toDisplayed);
    });

  users
    .command('show <email>')
    .description('Show a user')
    .action(async (email) => {
      const { db } = await read();
      const { id } = await getUserByEmail(db, email);
      for (const user of await listUserSummaries(db, id)) report.record(user, toDisplayed);
    });

  users
    .command('update <email>')
    .description('Change the name or the email address')
    .option('--name <name>', 'Name shown in the console')
    .option('--email <email>', 'New sign-in address; the old and the new address are notified')
    .action(async (email, options) => {
      const changes = requireChanges(options);
      const services = await open();
      const user = await getUserByEmail(services.db, email);
      if (changes.email !== undefined) await setEmail(services, user, changes.email);
      if (changes.name !== undefined) {
        await renameUser(services.db, user, changes.name, services.clock.now());
      }
      report.message(`Updated ${email}.`);
    });

  users
    .command('set-password <email>')
    .description('Set a new password; the user is signed out everywhere and notified by email')
    .option(...GENERATE_OPTION)
    .action(async (email, { generatePassword }) => {
      await getUserByEmail((await read()).db, email);
      const { password, generated } = await readOrGeneratePassword(terminal, generatePassword);
      const services = await open();
      const user = await getUserByEmail(services.db, email);
      const ended = await setPassword(services, user, password);
      if (generated) report.secret({ email, password: generated });
      report.message(`Set the password of ${email}; ended ${formatSessions(ended)}.`);
    });

  users
    .command('sign-out <email>')
    .description('End all sessions of a user')
    .action(async (email) => {
      const { db } = await open();
      const { id } = await getUserByEmail(db, email);
      const ended = await db.transaction((tx) => endUserSessions(tx, id));
      report.message(`Ended ${formatSessions(ended)} of ${email}.`);
    });

  users
    .command('reset-factors <email>')
    .description('Remove all authentication factors of a user, who is notified by email')
    .action(async (email) => {
      const services = await open();
      const user = await getUserByEmail(services.db, email);
      const removed = await resetFactors(services, user);
      report.message(
        `Removed ${removed} authentication ${removed === 1 ? 'factor' : 'factors'} of ${email}.`,
      );
    });

  users
    .command('delete <email>')
    .description('Delete a user and end their sessions')
    .option('-y, --yes', 'Skip the confirmation')
    .action(async (email, { yes }) => {
      await getUserByEmail((await read()).db, email);
      if (!yes) await terminal.confirm(`Delete ${email}?`);
      const services = await open();
      const user = await getUserByEmail(services.db, email);
      const ended = await deleteUser(services, user);
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
