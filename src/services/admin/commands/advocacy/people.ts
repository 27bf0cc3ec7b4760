import { randomBytes } from 'node:crypto';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Admin } from '#services/admin/admin-context.ts';
import { givenChanges } from '#services/admin/options.ts';
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

const GENERATE = ['--generate-password', 'make a password and show it once'] as const;

/** `people`: who can sign in. Passwords are typed or read from stdin, never given as an argument. */
export function addPeople(parent: CommandUnknownOpts, admin: Admin): void {
  const { open, report, terminal } = admin;
  const people = parent.command('people').description('who can sign in');

  people
    .command('create <email>')
    .description('create somebody; the password is typed, or the first line of stdin')
    .option('--name <name>', 'as the console shows it; else what stands before the @')
    .option(...GENERATE)
    .action(async (email, { name = email.split('@')[0] ?? email, generatePassword }) => {
      const { db } = await open();
      const { password, generated } = await newPassword(terminal, generatePassword);
      const { id } = await createUser(db, { email, name, password });
      if (generated) report.secret({ id, email, name, password: generated });
      else report.one({ id, email, name });
    });

  people
    .command('list')
    .description('everybody, with their teams and roles')
    .action(async () => {
      const { db } = await open();
      report.list(await listUserSummaries(db), asShown);
    });

  people
    .command('show <email>')
    .description('one person')
    .action(async (email) => {
      const { db } = await open();
      const { id } = await getUserByEmail(db, email);
      for (const person of await listUserSummaries(db, id)) report.one(person, asShown);
    });

  people
    .command('update <email>')
    .description('change the name or the e-mail address')
    .option('--name <name>', 'as the console shows it')
    .option('--email <email>', 'to sign in with; the old address and the new one are told')
    .action(async (email, options) => {
      const changes = givenChanges(options);
      const services = await open();
      const person = await getUserByEmail(services.db, email);
      if (changes.email !== undefined) await setEmail(services, person, changes.email);
      if (changes.name !== undefined) {
        await renameUser(services.db, person, changes.name, services.clock.now());
      }
      report.done(`Changed ${email}.`);
    });

  people
    .command('set-password <email>')
    .description('set a new password; the person is signed out everywhere and told by e-mail')
    .option(...GENERATE)
    .action(async (email, { generatePassword }) => {
      const services = await open();
      const person = await getUserByEmail(services.db, email);
      const { password, generated } = await newPassword(terminal, generatePassword);
      const ended = await setPassword(services, person, password);
      if (generated) report.secret({ email, password: generated });
      report.done(`Set the password of ${email}; ended ${signIns(ended)}.`);
    });

  people
    .command('sign-out <email>')
    .description('end all sign-ins of a person')
    .action(async (email) => {
      const { db } = await open();
      const { id } = await getUserByEmail(db, email);
      const ended = await db.transaction((tx) => endUserSessions(tx, id));
      report.done(`Ended ${signIns(ended)} of ${email}.`);
    });

  people
    .command('reset-factors <email>')
    .description('remove all second factors of somebody who has lost them; they are told by e-mail')
    .action(async (email) => {
      const services = await open();
      const person = await getUserByEmail(services.db, email);
      const removed = await resetFactors(services, person);
      report.done(`Removed ${removed} authentication factors of ${email}.`);
    });

  people
    .command('delete <email>')
    .description('delete a person and end their sign-ins')
    .option('-y, --yes', 'do not ask')
    .action(async (email, { yes }) => {
      const services = await open();
      const person = await getUserByEmail(services.db, email);
      if (!yes) await terminal.confirm(`Delete ${email}?`);
      const ended = await deleteUser(services, person);
      report.done(`Deleted ${email}; ended ${signIns(ended)}.`);
    });
}

function asShown({ teams, ...person }: UserSummary) {
  return { ...person, teams: teams.map(({ id, name, role }) => `${id} ${name} (${role})`) };
}

function signIns(count: number): string {
  return count === 1 ? '1 sign-in' : `${count} sign-ins`;
}

async function newPassword(terminal: Terminal, isGenerated: true | undefined) {
  if (!isGenerated) return { password: await terminal.askSecret('Password', { twice: true }) };
  const password = randomBytes(15).toString('base64url');
  return { password, generated: password };
}
