import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).filter(
  (page) => !page.startsWith(join('docs', 'specification')),
);
const files = globSync('{src,e2e,public}/**', {
  cwd: root,
  exclude: ['**/{node_modules,dist}/**'],
});
const read = (page: string) => readFileSync(join(root, page), 'utf8');

describe('documentation', () => {
  test.each(pages)('%s links only to files that exist', (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)];
    const missing = targets
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  test('the nginx configuration of deployment.md keeps codes and tokens out of its log', () => {
    const [, configuration = ''] = /```nginx\n([^`]+)```/.exec(read('docs/deployment.md')) ?? [];
    const [, format = ''] = /log_format patron '([^']+)'/.exec(configuration) ?? [];
    expect(configuration).toMatch(/access_log \S+ patron;/);
    expect(format).toContain('$uri');
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/);
  });

  // A whole path has to exist; a file name or the end of a path has to be that of some file.
  test.each(pages)('%s names only files of the repository that exist', (page) => {
    const missing = Array.from(read(page).matchAll(/`([\w./-]+)`/g), ([, name = '']) => name)
      .filter((name) => /^(src|e2e|docs|public)\/|\.(tsx?|mjs|css|sql)$/.test(name))
      .filter(
        (name) => !existsSync(join(root, name)) && !files.some((file) => file.endsWith(`/${name}`)),
      );
    expect(missing).toEqual([]);
  });

  test('the changelog says each sentence once, below headings with blank lines', () => {
    const changelog = read('CHANGELOG.md');
    const [, recent = ''] = changelog.split(/^## .*$/m);
    const lines = recent.split('\n').filter((line) => line !== '');
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
    expect(changelog).not.toMatch(/[^\n]\n#|^#.*\n[^\n]/m);
  });

  test('AGENTS.md is short enough to be read each time', () => {
    expect(read('AGENTS.md').split('\n').length).toBeLessThanOrEqual(80);
  });

  test('code names only files of the repository that exist', () => {
    const code = [
      ...files,
      ...globSync(['index.html', '*.{ts,yaml}', 'Dockerfile'], { cwd: root }),
    ];
    const missing = code
      .filter((file) => /\.(tsx?|mjs|js|css|html|yaml)$|Dockerfile$/.test(file))
      .flatMap((file) =>
        [
          ...read(file).matchAll(
            /(?<![\w./#-])(src|e2e|docs|public)\/[\w./-]+\.(md|tsx?|mjs|js|css)\b/g,
          ),
        ]
          .filter(([path]) => !existsSync(join(root, path)))
          .map(([path]) => `${file}: ${path}`),
      );
    expect(missing).toEqual([]);
  });
});
