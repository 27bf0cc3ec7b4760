import { expect, test } from 'vitest';
import { consoleConfigSchema } from './config.ts';

const config = {
  advocacy: {
    baseUrl: '/api/advocacy',
    authorizeUrl: '/api/advocacy/oauth/authorize',
    tokenUrl: '/api/advocacy/oauth/token',
    clientId: 'patron-console',
    scopes: ['identity'],
  },
  loyalty: { baseUrl: '/gateway/teams/{team_id}/loyalty/v2', access: 'gateway' },
  accountTypes: [
    {
      type: 'shopify',
      label: 'Shopify',
      connect: 'authorize',
      fields: [{ name: 'site', label: 'Shop address', required: true, secret: false }],
    },
  ],
};

test('a configuration can be parsed', () => {
  expect(consoleConfigSchema.parse(config)).toEqual(config);
});

test('a configuration can announce a webhook inbox', () => {
  const inbox = { baseUrl: '/gateway' };
  expect(consoleConfigSchema.parse({ ...config, inbox })).toEqual({ ...config, inbox });
});

test('a gateway URL needs a placeholder for the team', () => {
  const { error } = consoleConfigSchema.safeParse({
    ...config,
    loyalty: { baseUrl: '/gateway', access: 'gateway' },
  });
  expect(error?.issues[0]?.path).toEqual(['loyalty', 'baseUrl']);
});
