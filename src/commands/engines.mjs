import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';

const hasCommand = (command) => !spawnSync(command, ['--help'], { stdio: 'ignore' }).error;

/**
 * The browsers of the three engines.
 * @returns {{ programs: Record<string, string>, missing: string[] }} their paths by engine, and what to install for the others
 */
export function findEngines() {
  const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
  const miniBrowser = findMiniBrowser();
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

/** The newest of WebKit's browsers, such as `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser`. */
function findMiniBrowser() {
  // Not `globSync`: this runs on the Node that installs the packages, which may be an older one.
  return list('/usr/lib')
    .flatMap((folder) => list(folder))
    .filter((folder) => folder.includes('/webkit2gtk-4.'))
    .sort()
    .map((folder) => join(folder, 'MiniBrowser'))
    .findLast((path) => existsSync(path));
}

function list(folder) {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder).map((name) => join(folder, name));
}
