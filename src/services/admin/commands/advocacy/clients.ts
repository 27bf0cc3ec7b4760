import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import { collect, requireChanges, withoutUndefined } from '#services/admin/options.ts';
import {
  createClient,
  deleteClient,
  getClient,
  listClients,
  rotateClientSecret,
  updateClient,
} from '#services/advocacy/administration/manage-clients.ts';
import type { OAuthClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';

export function addClientCommands(clients: CommandUnknownOpts, context: CommandContext): void {
  const { change, report } = context;
  const crud = createCrud(context);
  addSharedOptions(clients.command('create <id>'))
    .description('Register a client; the secret of a confidential client is shown once')
    .requiredOption('--name <name>', 'Name on the sign-in page')
    .option('--public', 'A single-page or native app, without a secret')
    .action(async (id, { public: isPublic = false, ...options }) => {
      const settings = { id, isPublic, ...withoutUndefined(toSettings(options)) };
      const { client, secret } = await change(({ db }) => createClient(db, settings));
      if (secret === undefined) report.record(toClientDocument(client), toDisplayed);
      else report.secret({ ...toClientDocument(client), secret }, toDisplayed);
    });

  crud.list(
    clients.command('list').description('List all clients'),
    async ({ db }) => (await listClients(db)).map(toClientDocument),
    ({ id, name, type, redirectUris }) => ({ id, name, type, redirectUris }),
  );

  crud.show(
    clients.command('show <id>').description('Show a client with its URLs and scopes'),
    async ({ db }, id) => toClientDocument(await getClient(db, id)),
    toDisplayed,
  );

  crud.change(
    addSharedOptions(clients.command('update <id>'))
      .description('Change a client; a list that you give replaces the whole list')
      .option('--name <name>', 'Name on the sign-in page'),
    async ({ db }, id, options) =>
      toClientDocument(await updateClient(db, id, requireChanges(toSettings(options)))),
    toDisplayed,
  );

  clients
    .command('rotate-secret <id>')
    .description('Replace the secret; the old one stops working, users stay signed in')
    .action(async (id) => {
      report.secret({ id, secret: await change(({ db }) => rotateClientSecret(db, id)) });
    });

  crud.delete(
    clients.command('delete <id>').description('Delete a client and end all its sessions'),
    (id) => `Delete the client ${id}?`,
    async ({ db }, id) => `Deleted ${id}; ended ${await deleteClient(db, id)} sessions.`,
  );
}

function addSharedOptions(command: Command<[string]>) {
  return command
    .option('--redirect-uri <uri>', 'Where codes are sent (repeatable)', collect)
    .option('--scope <scope>', 'A scope that it may request; default: all (repeatable)', collect)
    .option('--cors-origin <origin>', 'An origin that may call the API (repeatable)', collect)
    .option(
      '--connect-origin <origin>',
      'An origin that connect results may be posted to (repeatable)',
      collect,
    )
    .option(
      '--connect-redirect-uri <uri>',
      'A URI that connect results may redirect to (repeatable)',
      collect,
    )
    .option('--connect-anywhere', 'Allow connect results to go anywhere (the default)');
}

interface ClientOptions {
  name?: string | undefined;
  redirectUri?: string[] | undefined;
  scope?: string[] | undefined;
  corsOrigin?: string[] | undefined;
  connectOrigin?: string[] | undefined;
  connectRedirectUri?: string[] | undefined;
  connectAnywhere?: true | undefined;
}

function toSettings({ name, redirectUri, scope, corsOrigin, ...connect }: ClientOptions) {
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
function toClientDocument({ secretDigest, ...client }: OAuthClient) {
  return { ...client, type: secretDigest === null ? 'public' : 'confidential' };
}

function toDisplayed<Client extends ReturnType<typeof toClientDocument>>({
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
