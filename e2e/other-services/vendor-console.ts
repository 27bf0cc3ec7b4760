import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PatronServer, startPatronServer } from '../support/patron-server.ts';
import { LOYALTY_KEYS } from '../vendor/loyalty/loyalty.ts';
import { startVendor, type Vendor } from '../vendor/vendor.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const WEBHOOK_SECRET = 'kestrel webhook secret';

const ACCOUNT_TYPES = [
  { type: 'mastodon', label: 'Mastodon', connect: 'authorize', fields: [] },
  {
    type: 'rss',
    label: 'RSS feed',
    connect: 'credentials',
    fields: [{ name: 'site', label: 'Feed address', required: true, secret: false }],
  },
];

/** The console alone, in front of another vendor's services. */
export interface VendorConsole {
  readonly vendor: Vendor;
  readonly patron: PatronServer;
  remove(): Promise<void>;
}

/**
 * Starts the vendor's services and a Patron for them, as docs/other-services.md says.
 *
 * @param environment variables besides
 */
export async function startVendorConsole(
  environment: Record<string, string> = {},
): Promise<VendorConsole> {
  const vendor = await startVendor();
  const directory = mkdtempSync(join(tmpdir(), 'patron-vendor-'));
  const settings = {
    PATRON_ROLES: 'console',
    PATRON_DEMO: '0',
    PATRON_DATA_DIR: directory,
    PATRON_ADVOCACY_URL: vendor.advocacyUrl,
    PATRON_ADVOCACY_CLIENT_ID: 'kestrel-console',
    PATRON_LOYALTY_URL: vendor.loyaltyUrl,
    PATRON_ACCOUNT_TYPES: JSON.stringify(ACCOUNT_TYPES),
    ...environment,
  };
  await connectTeam('42', settings);
  const patron = await startPatronServer(settings);
  return {
    vendor,
    patron,
    remove: async () => {
      await patron.remove();
      await vendor.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Stores the team's keys of the loyalty service, which the command asks for. */
function connectTeam(teamId: string, settings: Record<string, string>): Promise<void> {
  const args = ['connections', 'create', teamId, '--program', LOYALTY_KEYS.partnerId];
  const { DATABASE_URL: _other, ...inherited } = process.env;
  const command = spawn(
    join(root, 'node_modules/.bin/node'),
    ['src/services/admin/admin.ts', ...args],
    { cwd: root, env: { ...inherited, ...settings }, stdio: ['pipe', 'ignore', 'inherit'] },
  );
  command.stdin?.end(`${LOYALTY_KEYS.apiKey}\n${WEBHOOK_SECRET}\n`);
  return new Promise((resolve, reject) => {
    command.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`admin ${args.join(' ')} exited with code ${code}`));
    });
  });
}
