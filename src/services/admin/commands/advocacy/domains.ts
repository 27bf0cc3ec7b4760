import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { CommandContext } from '#services/admin/admin-context.ts';
import { createCrud } from '#services/admin/crud-commands.ts';
import {
  getCertificate,
  listDomainSummaries,
  retryCertificate,
} from '#services/advocacy/administration/manage-domains.ts';
import { OperatorError } from '#services/platform/operator-error.ts';

export function addDomainCommands(domains: CommandUnknownOpts, context: CommandContext): void {
  const { read, report, workingDirectory } = context;
  const crud = createCrud(context);
  crud.list(
    domains
      .command('list')
      .description(
        'List all domains with the state of their certificates and why the last try failed',
      ),
    ({ db }) => listDomainSummaries(db),
  );

  crud.change(
    domains.command('retry <name>').description('Try again now to get a certificate'),
    async ({ db, clock }, name) => {
      await retryCertificate(db, name, clock.now());
      return `The services will try again to get a certificate for ${name}.`;
    },
  );

  domains
    .command('export <name>')
    .description('Write the certificate and its private key to files that only you can read')
    .option('--directory <path>', 'Where to write them', '.')
    .action(async (name, { directory }) => {
      const { db, encryption } = await read();
      const { chain, privateKey } = await getCertificate(db, encryption, name);
      const path = (extension: string) =>
        join(resolve(workingDirectory, directory), `${name}.${extension}`);
      writePrivately(path('crt'), chain);
      writePrivately(path('key'), privateKey);
      report.record({ certificate: path('crt'), key: path('key') });
    });
}

/** @throws {OperatorError} if the file exists, whose mode could let others read it, or can't be written */
function writePrivately(path: string, content: string): void {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EEXIST' ? 'exists already; delete it first' : `can't be written (${code})`;
    throw new OperatorError(`${path} ${reason}`);
  }
}
