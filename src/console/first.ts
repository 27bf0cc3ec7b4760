import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { beginFirstReads } from './begin-first-reads.ts';
import { sleep } from './lib/sleep.ts';
import { preload, preloadSection } from './preload-section.ts';
import { beginRefresh } from './session/begun-refresh.ts';
import { configAnswer } from './session/config-answer.ts';

// Runs before the rest of the console has been loaded (docs/decisions/console/members-page-speed.md), so it is
// a file of its own, and small: what every visit waits for is begun here.

/** How long the other files wait for the refresh to be sent, in ms. */
const REFRESH_FIRST_MS = 100;

// On a callback page the address has to be emptied before anything else happens, which main.tsx does.
const refresh = /^\/(auth|connect)\/callback/.test(location.pathname) ? undefined : beginRefresh();
void refresh?.accessToken.then(async (accessToken) => {
  if (accessToken !== undefined) beginFirstReads((await configAnswer()).body, accessToken);
});
// Browsers fetch six files at a time from one server: first the refresh, which all reads wait for.
void Promise.race([refresh?.sent, sleep(REFRESH_FIRST_MS)]).then(() => {
  preloadSection(location.pathname);
  preload(font, 'font');
});
// A failure is told by main.tsx.
configAnswer().catch(() => {});
