import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { consoleConfigSchema } from '#contract/gateway/config.ts';
import { createAccountTypes } from '#services/advocacy/accounts/account-types.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { deploymentConsoleConfig } from './console-config.ts';

const pages = ['README.md', 'docs/other-services.md'];
const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
const blocksOf = (language: string) =>
  Array.from(text.matchAll(new RegExp(`\`\`\`${language}\n([^\`]+)\`\`\``, 'g')), ([, block]) =>
    String(block),
  );

function configOf(settings: string) {
  const environment = readEnvironment(parseEnv(settings) as Record<string, string>);
  const publicUrl = environment.publicUrl ?? 'https://console.example.com';
  return deploymentConsoleConfig({ environment, publicUrl }, createAccountTypes([]));
}

describe('the documented examples for other services', () => {
  test.each(blocksOf('sh').filter((block) => block.includes('PATRON_ROLES')))(
    'are valid settings: %s',
    (block) => {
      const config = configOf(block);
      expect(consoleConfigSchema.parse(config)).toEqual(config);
      const isOwn = block.includes('PATRON_ROLES=console,advocacy');
      expect(config.extensions?.people !== undefined).toBe(isOwn);
      expect(config.advocacy.baseUrl).toBe(
        isOwn ? 'https://console.example.com/api/advocacy' : 'https://advocacy.example.com',
      );
      expect(config.loyalty).toBeDefined();
      expect(config.extensions).not.toHaveProperty('points');
    },
  );

  test('set scopes, and leave out the loyalty program of a brand that has none', () => {
    const [settings = ''] = blocksOf('sh').filter((block) => block.includes('ROLES=console\n'));
    const [scopes = ''] = blocksOf('sh').filter((block) => /^PATRON_ADVOCACY_SCOPES/.test(block));
    const { advocacy } = configOf(`${settings}\n${scopes}`);
    expect(advocacy.scopes).toEqual(parseEnv(scopes).PATRON_ADVOCACY_SCOPES?.split(' '));
    const [none = ''] = /PATRON_LOYALTY_URL=none/.exec(text) ?? [];
    const { loyalty, inbox, extensions } = configOf(`${settings}\n${none}`);
    expect([loyalty, inbox, extensions?.jobs]).toEqual([undefined, undefined, undefined]);
  });

  test('include a list of account types', () => {
    const [types = ''] = blocksOf('json').filter((block) => block.startsWith('['));
    const settings = `PATRON_ADVOCACY_URL=https://a.example.com\nPATRON_ACCOUNT_TYPES='${types}'`;
    expect(configOf(settings).accountTypes.map(({ type }) => type)).toEqual([
      'mastodon',
      'shopify',
      'sftp',
    ]);
  });

  test('include a config.json, in which loyalty can be left out', () => {
    const [block = ''] = blocksOf('json').filter((candidate) => candidate.startsWith('{'));
    const config = JSON.parse(block) as { loyalty?: unknown };
    expect(consoleConfigSchema.parse(config)).toEqual(config);
    const { loyalty: _none, ...rest } = config;
    expect(consoleConfigSchema.parse(rest)).toEqual(rest);
  });
});
