import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { Admin } from '#services/admin/admin-context.ts';
import { collect, given, givenChanges } from '#services/admin/options.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  rotateClientSecret,
  updateClient,
} from '#services/advocacy/administration/manage-clients.ts';
import type { OAuthClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';

/** `clients`: OAuth applications that people sign in to. */
export function addClients(parent: CommandUnknownOpts, { open, report, terminal }: Admin): void {
  const clients = parent
    .command('clients')
    .description('OAuth applications that people sign in to');

  withAddresses(clients.command('create <id>'))
    .description('register a client; the secret of a confidential one is shown once')
    .requiredOption('--name <name>', 'as the sign-in page shows it')
    .option('--public', 'it can keep no secret, and uses PKCE: a single-page or native app')
    .action(async (id, { public: isPublic = false, ...options }) => {
      const { db } = await open();
      const { client, secret } = await createClient(db, {
        id,
        isPublic,
        ...given(settingsOf(options)),
      });
      if (secret === undefined) report.one(asJson(client), asShown);
      else report.secret({ ...asJson(client), secret }, asShown);
    });

  clients
    .command('list')
    .description('all clients')
    .action(async () => {
      const { db } = await open();
      report.list((await listClients(db)).map(asJson), ({ id, name, type, redirectUris }) => ({
        id,
        name,
        type,
        redirectUris,
      }));
    });

  clients
    .command('show <id>')
    .description('one client with its addresses and scopes')
    .action(async (id) => {
      const { db } = await open();
      report.one(asJson(await getClient(db, id)), asShown);
    });

  withAddresses(clients.command('update <id>'))
    .description('change a client; each list that is given replaces the whole list')
    .option('--name <name>', 'as the sign-in page shows it')
    .action(async (id, options) => {
      const changes = givenChanges(settingsOf(options));
      const { db } = await open();
      report.one(asJson(await updateClient(db, id, changes)), asShown);
    });

  clients
    .command('rotate-secret <id>')
    .description('replace the secret, which is refused from now on; sign-ins stay')
    .action(async (id) => {
      const { db } = await open();
      report.secret({ id, secret: await rotateClientSecret(db, id) });
    });

  clients
    .command('delete <id>')
    .description('delete a client and end all sign-ins to it')
    .option('-y, --yes', 'do not ask')
    .action(async (id, { yes }) => {
      const { db } = await open();
      if (!yes) await terminal.confirm(`Delete the client ${id}?`);
      report.done(`Deleted ${id}; ended ${await deleteClient(db, id)} sign-ins.`);
    });
}

function withAddresses(command: Command<[string]>) {
  return command
    .option('--redirect-uri <uri>', 'where codes are sent to; may be repeated', collect)
    .option('--scope <scope>', 'what it may ask for, all where none is given; repeatable', collect)
    .option('--cors-origin <origin>', 'whose pages may call the API; may be repeated', collect)
    .option('--connect-origin <origin>', 'where results of connecting may be posted', collect)
    .option('--connect-redirect-uri <uri>', 'where they may be redirected to', collect)
    .option('--connect-anywhere', 'they may go anywhere, as where nothing is said');
}

interface Addresses {
  name?: string | undefined;
  redirectUri?: string[] | undefined;
  scope?: string[] | undefined;
  corsOrigin?: string[] | undefined;
  connectOrigin?: string[] | undefined;
  connectRedirectUri?: string[] | undefined;
  connectAnywhere?: true | undefined;
}

function settingsOf({ name, redirectUri, scope, corsOrigin, ...connect }: Addresses) {
  return {
    name,
    redirectUris: redirectUri,
    scopes: scope,
    corsOrigins: corsOrigin,
    connectOrigins: connect.connectAnywhere ? null : connect.connectOrigin,
    connectRedirectUris: connect.connectAnywhere ? null : connect.connectRedirectUri,
  };
}

/** A client without the digest of its secret. */
function asJson({ secretDigest, ...client }: OAuthClient) {
  return { ...client, type: secretDigest === null ? 'public' : 'confidential' };
}

function asShown<Client extends ReturnType<typeof asJson>>({
  scopes,
  connectOrigins,
  connectRedirectUris,
  ...client
}: Client) {
  return {
    ...client,
    scopes: scopes.length === SCOPES.length ? 'all' : scopes,
    connectOrigins: connectOrigins ?? 'anywhere',
    connectRedirectUris: connectRedirectUris ?? 'anywhere',
  };
}
