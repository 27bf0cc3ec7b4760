import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { benchJsonApiList } from './advocacy/json-api-list.ts';
import { benchAttack } from './attack/attack.ts';
import { benchComparedPages } from './compared/compare.ts';
import { benchPages } from './compared/pages.ts';
import { type Figure, formatFigures, keepsBudget, ratioOf } from './figure.ts';
import { benchInteractions } from './interactions/interactions.ts';
import { benchLoadRun } from './load-run/load-run.ts';
import { benchEmbedded } from './members/embedded.ts';
import { benchJobRates } from './members/job-rates.ts';
import { benchMembersAtWork } from './members/members-at-work.ts';
import { benchMembersList } from './members/members-list.ts';
import { benchScaleOut } from './scale-out/scale-out.ts';
import { benchWebhookDeliveries } from './webhooks/webhook-deliveries.ts';
import { benchWebhookLoad } from './webhooks/webhook-load.ts';
import { benchWebhookReceiving } from './webhooks/webhook-receiving.ts';

/** All suites; `npm run bench -- <name>` runs one. A run of all leaves out some. */
const SUITES: Record<string, () => Promise<Figure[]>> = {
  compare: benchComparedPages,
  pages: benchPages,
  interactions: benchInteractions,
  'members-list': benchMembersList,
  directory: () => benchMembersAtWork(isWanted('jobs') ? ['directory', 'jobs'] : ['directory']),
  jobs: async () => (isWanted('directory') ? [] : benchMembersAtWork(['jobs'])),
  'job-rates': benchJobRates,
  embedded: benchEmbedded,
  'scale-out': benchScaleOut,
  'json-api-list': benchJsonApiList,
  'webhook-receiving': benchWebhookReceiving,
  'webhook-deliveries': benchWebhookDeliveries,
  load: benchWebhookLoad,
  attack: benchAttack,
  'load-run': benchLoadRun,
};

const directory = fileURLToPath(new URL('../../.bench', import.meta.url));
const wanted = process.argv.slice(2);
/** Some take long, three need a browser. */
const ONLY_BY_NAME = ['load', 'attack', 'load-run', 'compare', 'pages', 'interactions'];
const isWanted = (name: string) =>
  wanted.length === 0 ? !ONLY_BY_NAME.includes(name) : wanted.includes(name);
const unknown = wanted.find((name) => !(name in SUITES));
if (unknown !== undefined) {
  console.error(`No suite named ${unknown}. Suites: ${Object.keys(SUITES).join(', ')}`);
  process.exit(1);
}

const figures: Figure[] = [];
for (const [name, run] of Object.entries(SUITES)) {
  if (!isWanted(name)) continue;
  console.log(`Measuring ${name} ...`);
  const start = performance.now();
  try {
    figures.push(...(await run()));
    writeReport();
  } catch (error) {
    // The results of the other suites are kept.
    console.error(`${name} failed:`, error);
    process.exitCode = 1;
  }
  console.log(`  ${Math.round((performance.now() - start) / 1000)} s`);
}
console.log(`\n${formatFigures(figures)}\n\nWritten to .bench/latest.json`);
// A suite that failed may have left its services running.
if (process.exitCode) process.exit();

/** Called after each suite, so that an interrupted run keeps its results. */
function writeReport(): void {
  const results = figures.map((figure) => ({
    ...figure,
    ratio: ratioOf(figure),
    kept: keepsBudget(figure),
  }));
  const report = { measuredAt: new Date().toISOString(), node: process.version, figures: results };
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/latest.json`, `${JSON.stringify(report, null, 2)}\n`);
}
