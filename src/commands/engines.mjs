import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { findChromium } from './chromium.mjs';

const hasCommand = (command) => !spawnSync(command, ['--help'], { stdio: 'ignore' }).error;

/**
 * The browsers of the three engines.
 * @returns {{ programs: Record<string, string>, missing: string[] }} their paths by engine, and what to install for the others
 */
export function findEngines() {
  const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
  const miniBrowser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').sort().at(-1);
  const hasWebKit = miniBrowser && hasCommand('WebKitWebDriver') && hasCommand('Xvfb');
  const chromium = findChromium();
  return {
    programs: {
      ...(chromium && { chromium }),
      ...(firefox && { firefox }),
      ...(hasWebKit && { webkit: miniBrowser }),
    },
    missing: [
      ...(chromium
        ? []
        : ["the flows in Chromium: install Debian's package chromium-headless-shell"]),
      ...(firefox ? [] : ["the flows in Firefox: install Debian's package firefox-esr"]),
      ...(hasWebKit
        ? []
        : ["the flows in WebKit: install Debian's packages webkit2gtk-driver and xvfb"]),
    ],
  };
}
