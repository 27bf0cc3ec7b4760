import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Builder,
  By,
  Capabilities,
  Key as Keys,
  type WebDriver,
  type WebElement,
} from 'selenium-webdriver';
import type { Engine, EnginePage, Key } from './engine.ts';
import { findInPage, stepsOf } from './find-element.ts';

const KEYS: Record<Key, string> = { Enter: Keys.ENTER, Escape: Keys.ESCAPE, Tab: Keys.TAB };

/** WebKitGTK's MiniBrowser by WebDriver, on a display in memory. */
export async function startWebKitEngine(miniBrowser: string): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), 'patron-webkit-'));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  // Pages see this as reduced motion.
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=false\n');
  const display = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const number = await firstLine(display);
  const port = await freePort();
  const server = spawn('WebKitWebDriver', ['-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${number}`,
      HOME: home,
      XDG_CONFIG_HOME: home,
      LANG: 'en_US.UTF-8',
    },
  });
  const driver = await connect(`http://127.0.0.1:${port}`, miniBrowser);
  const pages = new Map<string, EnginePage>();
  // The window that WebDriver opens has a toolbar, which makes it too wide for a phone.
  const base = await driver.getWindowHandle();
  await driver.get(
    `data:text/html,<button onclick="open('about:blank','_blank','popup,width=1440,height=900')">Open</button>`,
  );

  /** WebDriver knows one current window, so commands follow one another. */
  let last: Promise<unknown> = Promise.resolve();
  function run<T>(handle: string, command: () => Promise<T>): Promise<T> {
    const next = last.then(async () => {
      await driver.switchTo().window(handle);
      return command();
    });
    last = next.catch(() => {});
    return next;
  }
  async function openHandles(): Promise<string[]> {
    const handles = await driver.getAllWindowHandles();
    return handles.filter((handle) => handle !== base);
  }
  function pageOf(handle: string): EnginePage {
    const found =
      pages.get(handle) ??
      webkitPage(
        driver,
        (command) => run(handle, command),
        async () => (await openHandles()).includes(handle),
      );
    pages.set(handle, found);
    return found;
  }
  return {
    downloads,
    newPage: async () => {
      const before = await openHandles();
      await run(base, async () => driver.findElement(By.css('button')).click());
      const opened = await driver.wait(async () =>
        (await openHandles()).find((handle) => !before.includes(handle)),
      );
      return pageOf(opened ?? '');
    },
    pages: async () => (await openHandles()).map(pageOf),
    close: async () => {
      await driver.quit().catch(() => {});
      server.kill();
      display.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function webkitPage(
  driver: WebDriver,
  run: <T>(command: () => Promise<T>) => Promise<T>,
  isOpen: () => Promise<boolean>,
): EnginePage {
  const load = (open: () => Promise<void>) =>
    run(async () => {
      await open();
      await driver.executeScript(collectErrors);
    });
  return {
    goto: (url) => load(() => driver.get(url)),
    reload: () => load(() => driver.navigate().refresh()),
    back: () => load(() => driver.navigate().back()),
    evaluate: (script, ...args) => run(() => driver.executeScript(script, ...args)),
    find: (target) =>
      run(async () => {
        // Not `executeAsyncScript`: it never ends if the page is left for one with another opener policy.
        const element = await driver.executeScript<WebElement | null>(
          findInPage,
          ...stepsOf(target),
        );
        if (!element) return undefined;
        return {
          box: () => run(() => element.getRect()),
          click: () => run(() => element.click()),
          type: (text) => run(() => element.sendKeys(text)),
          chooseFile: (path) => run(() => element.sendKeys(path)),
        };
      }),
    press: (key) => run(async () => driver.switchTo().activeElement().sendKeys(KEYS[key])),
    resize: (width, height) =>
      run(async () => void (await driver.manage().window().setRect({ width, height, x: 0, y: 0 }))),
    isClosed: async () => !(await isOpen()),
    close: () => run(() => driver.close()),
    errors: () => run(async () => (await driver.executeScript<string[] | null>(readErrors)) ?? []),
  };
}

/** WebDriver doesn't report what a page writes to its console. */
function collectErrors(): void {
  const scope = window as unknown as { collectedErrors?: string[] };
  if (scope.collectedErrors) return;
  const errors: string[] = [];
  scope.collectedErrors = errors;
  addEventListener('error', ({ message }) => message && errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    errors.push(`${violatedDirective}: ${blockedURI}`),
  );
  console.error = (...values: unknown[]) => errors.push(values.map(String).join(' '));
}

function readErrors(): string[] | undefined {
  return (window as unknown as { collectedErrors?: string[] }).collectedErrors;
}

function connect(url: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
  capabilities.set('webkitgtk:browserOptions', { binary, args: ['--automation'] });
  capabilities.set('pageLoadStrategy', 'normal');
  return new Builder().usingServer(url).withCapabilities(capabilities).build();
}

async function firstLine(process_: ChildProcess): Promise<string> {
  const stream = process_.stdio[3];
  if (!stream || !('on' in stream)) throw new Error('Xvfb has no stream for its display');
  return new Promise((resolve, reject) => {
    stream.once('data', (data: Buffer) => resolve(String(data).trim()));
    process_.once('error', reject);
    process_.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
