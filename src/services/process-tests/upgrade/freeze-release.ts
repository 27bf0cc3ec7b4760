import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { runAdminProcess } from '#services/testing/admin-process.ts';
import { createApiDocuments } from '#services/testing/api-documents.ts';
import { readDocumentedDeployment } from '#services/testing/documented-deployment.ts';

// `node freeze-release.ts <folder>`, run by `npm run release`, writes what tests of upgrades need of this version: a small deployment on both
// databases. DATABASE_URL is a PostgreSQL server whose role may create databases.
const PASSWORD = 'correct horse battery staple';
const DATABASE = 'patron_release';
const [folder] = process.argv.slice(2);
const server = process.env.DATABASE_URL;
if (folder === undefined || server === undefined)
  throw new Error('A folder and DATABASE_URL are needed');

const scratch = mkdtempSync(join(tmpdir(), 'patron-release-'));
try {
  mkdirSync(folder, { recursive: true });
  await freezeEmbedded(join(scratch, 'embedded'), folder);
  await freezePostgres(join(scratch, 'postgres'), folder, server);
  for (const [name, text] of createApiDocuments()) {
    writeFileSync(join(folder, `${name}.openapi.json`), text);
  }
} finally {
  rmSync(scratch, { recursive: true });
}

async function freezeEmbedded(directory: string, target: string): Promise<void> {
  await deploy({ PATRON_DATA_DIR: directory, PATRON_DEMO: '0' });
  const client = new PGlite(join(directory, 'database'));
  await client.exec('vacuum full');
  // Leaves nothing in the write-ahead log but zeros, which compress well.
  for (let segment = 0; segment < 3; segment++) {
    await client.exec('select pg_switch_wal()');
    await client.exec('checkpoint');
  }
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  writeFileSync(join(target, 'embedded.tar.gz'), Buffer.from(await dump.arrayBuffer()));
  cpSync(join(directory, 'keys.json'), join(target, 'embedded-keys.json'));
}

async function freezePostgres(directory: string, target: string, serverUrl: string): Promise<void> {
  const url = new URL(serverUrl);
  url.pathname = `/${DATABASE}`;
  await execute(serverUrl, `drop database if exists ${DATABASE}`);
  await execute(serverUrl, `create database ${DATABASE}`);
  await deploy({ PATRON_DATA_DIR: directory, DATABASE_URL: url.href });
  const [pgDump = 'pg_dump'] = globSync('/usr/lib/postgresql/*/bin/pg_dump').sort().toReversed();
  const options = ['--no-owner', '--no-privileges', '--rows-per-insert=100'];
  const dump = execFileSync(pgDump, [...options, url.href], { encoding: 'utf8' });
  await execute(serverUrl, `drop database ${DATABASE}`);
  // Without the commands for psql that newer versions of pg_dump write.
  const sql = dump.replace(/^\\.*$/gm, '');
  writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(sql, { level: 9 }));
  cpSync(join(directory, 'keys.json'), join(target, 'postgres-keys.json'));
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Creates the documented deployment, and uses it once. */
async function deploy(variables: Record<string, string>): Promise<void> {
  const { commands, activityFile } = readDocumentedDeployment();
  writeFileSync(join(scratch, 'purchase.json'), activityFile);
  let output = '';
  const admin = async (command: string) => {
    const result = await runAdminProcess(command, {
      variables,
      stdin: `${PASSWORD}\n`,
      cwd: scratch,
    });
    if (result.code !== 0) throw new Error(`${command}: ${result.stderr}`);
    output += result.stdout;
  };
  for (const command of commands) await admin(command);
  const [apiKey = ''] = /patron_api_key_\S+/.exec(output) ?? [];
  const PORT = String(await findFreePort());
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
  const services = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...variables, PORT, PATRON_DIRECTORY_POLL_SECONDS: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(services, 'message');
  await use(`http://localhost:${PORT}`, apiKey);
  services.kill('SIGTERM');
  await once(services, 'exit');
  await admin(
    'npm run admin -- points earn M-1 --program northwind --activity purchase --quantity 45',
  );
}

async function use(url: string, apiKey: string): Promise<void> {
  const send = async (method: string, path: string, headers: object, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const shop = { 'api-key': apiKey, 'partner-id': 'northwind' };
  for (let number = 1; number <= 30; number++) {
    await send('POST', '/api/loyalty/v2/loyalty/members', shop, {
      member_id: `M-${number}`,
      first_name: 'Grace',
      last_name: `Number ${number}`,
      email: `grace-${number}@example.com`,
      address: { country: 'France' },
      member_tags: ['frozen'],
    });
  }
  const user = { email: 'ada@example.com', password: PASSWORD };
  const { access_token } = await signInThroughPages(`${url}/api/advocacy`, user);
  const headers = { authorization: `Bearer ${access_token}` };
  const team = '/gateway/teams/1';
  await send('POST', `${team}/points/M-1`, headers, { points: 25, reason: 'A frozen reason' });
  const members = `${team}/directory/members?count=50`;
  while ((await send('GET', members, headers)).total !== 30) await sleep(500);
  const data = {
    kind: 'change',
    selection: { filter: { tag: 'frozen' } },
    change: { add_tags: ['by a job'] },
  };
  const job = await send('POST', `${team}/jobs`, headers, { data });
  const path = `${team}/jobs/${job.data.id}`;
  while ((await send('GET', path, headers)).data.state !== 'done') await sleep(200);
}
