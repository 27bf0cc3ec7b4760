import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { preload, preloadSection } from './preload-section.ts';
import { beginRefresh } from './session/begun-refresh.ts';
import { configAnswer } from './session/config-answer.ts';

// Runs before the rest of the console has been loaded (docs/decisions/members-page-speed.md), so it is
// a file of its own, and small: what every visit waits for is begun here.

// On a callback page the address has to be emptied before anything else happens, which main.tsx does.
if (!/^\/(auth|connect)\/callback/.test(location.pathname)) beginRefresh();
preloadSection(location.pathname);
// After what the first request waits for: browsers fetch six files at a time from one server.
preload(font, 'font');
// A failure is told by main.tsx.
configAnswer().catch(() => {});
