import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { THEME_CSS, THEME_FILES } from '#services/platform/theme/theme-files.ts';

const own = (name: string) => new URL(`./assets/${name}`, import.meta.url);

const themeFile = (name: keyof typeof THEME_FILES) => {
  const { url, type } = THEME_FILES[name];
  return { urls: [url], type };
};

/** Files under the names they are served as; several sources are concatenated. */
const FILES = {
  'sign-in.css': {
    urls: [THEME_CSS, own('sign-in.css'), own('forms.css')],
    type: 'text/css; charset=utf-8',
  },
  'code-page.js': {
    urls: [own('resend-countdown.js'), own('submit-code.js')],
    type: 'text/javascript; charset=utf-8',
  },
  'forms.js': {
    urls: [
      own('show-password.js'),
      own('submit-once.js'),
      own('typed-email.js'),
      own('report-typing.js'),
    ],
    type: 'text/javascript; charset=utf-8',
  },
  'passkeys.js': {
    urls: [
      new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
      own('passkey.js'),
    ],
    type: 'text/javascript; charset=utf-8',
  },
  'rings.svg': { urls: [own('rings.svg')], type: 'image/svg+xml' },
  'icon.svg': themeFile('icon.svg'),
  'inter-latin.woff2': themeFile('inter-latin.woff2'),
  'inter-latin-ext.woff2': themeFile('inter-latin-ext.woff2'),
} as const;

type AssetName = keyof typeof FILES;

export interface Assets {
  /** URL path of a file, which changes when any file's content does. */
  path(name: AssetName): string;
}

/** Serves the files under a content hash, so that browsers can cache them forever. */
export function serveAssets(app: FastifyInstance, mountPath: string): Assets {
  const files = Object.entries(FILES).map(([name, { urls, type }]) => ({
    name,
    type,
    bytes: Buffer.concat(urls.map((url) => readFileSync(fileURLToPath(url)))),
  }));
  const hash = createHash('sha256');
  for (const { bytes } of files) hash.update(bytes);
  const folder = `${OAUTH_PATHS.assets}/${hash.digest('hex').slice(0, 12)}`;

  for (const { name, type, bytes } of files) {
    app.get(`${folder}/${name}`, (_request, reply) =>
      reply
        .type(type)
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes),
    );
  }
  return { path: (name) => `${mountPath}${folder}/${name}` };
}
