import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { openDeploymentKeyring } from '#services/compose/open-keyring.ts';
import { openStorage } from '#services/compose/open-storage.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import { createLog } from '#services/platform/log.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { createSmtpTransport } from '#services/platform/messages/smtp-transport.ts';
import { adoptKeys } from '#services/platform/secrets/database-keys.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import type { AdminServices } from './admin-context.ts';
import { runAdmin } from './run-admin.ts';
import { createTerminal } from './terminal.ts';

/** Runs the command line of this process. @returns the exit code. */
export async function runProcess(environment: Environment): Promise<number> {
  const { stdin: input, stdout: output, stderr: errors } = process;
  const { smtpUrl } = environment;
  const publicUrl = environment.publicUrl ?? `http://localhost:${environment.port}`;
  let storage: Storage | undefined;

  async function open({ adoptsKeys = false } = {}): Promise<AdminServices> {
    // stdout is only for results.
    const log = createLog(environment.logLevel, errors);
    storage ??= await openStorage(environment, log, { hasTimeLimit: false });
    if (adoptsKeys) {
      await adoptKeys(
        { db: storage.db, clock: systemClock, log },
        environment.dataDirectory,
        (tx) =>
          recordAudit(tx, {
            action: 'key.adopt',
            subject: { type: 'key', id: 'keys', name: 'Keys' },
          }),
      );
    }
    const keyring = await openDeploymentKeyring(environment, storage, log);
    const encryption = createEncryption(keyring);
    return {
      db: storage.db,
      clock: systemClock,
      keyring,
      encryption,
      messages: createMessages(systemClock, encryption),
      publicUrl,
      baseUrl: `${publicUrl}${ADVOCACY_PATH}`,
      loyaltyUrl: environment.loyaltyUrl,
      hasTeams: environment.advocacy === undefined,
      demo: environment.demo,
    };
  }

  try {
    return await runAdmin(process.argv.slice(2), {
      terminal: createTerminal({ input, output, errors }),
      dataDirectory: environment.dataDirectory,
      mail: smtpUrl ? createSmtpTransport(smtpUrl, new URL(publicUrl).hostname) : undefined,
      // npm runs scripts in the package's folder; INIT_CWD is the operator's.
      workingDirectory: process.env.INIT_CWD ?? process.cwd(),
      open,
    });
  } finally {
    await storage?.close();
  }
}
