import type { Resource } from '../json-api.ts';
import { idOf, relationship, shape } from '../shape.ts';
import type { Switches } from '../switches.ts';

const CREATED = '2026-01-05T09:30:00.000Z';
const LATER = '2027-03-01T12:00:00.000Z';

const NETWORKS = ['mastodon', 'sftp', 'rss', 'bluesky', 'shopify', 'peertube'];

/** The official online shop, in Arabic. */
const nameOf = (latin: string, { names }: Switches) =>
  names === 'latin' ? latin : 'المتجر الإلكتروني الرسمي';

export function account(index: number, switches: Switches): Resource {
  const network = NETWORKS[(index - 1) % NETWORKS.length] ?? 'mastodon';
  const feeds = [{ id: idOf('feed', index, switches), type: 'social_feed' }];
  const fields = {
    type: network,
    external_id: `ext-${index}`,
    name: nameOf(`Kestrel ${network} ${index}`, switches),
    username: `kestrel_${index}`,
    image_url: 'https://images.example/none.png',
    site: 'https://kestrel.example',
    expires_at: LATER,
    capabilities: ['ingest'],
    meta: { region: 'eu' },
    followers_count: 1200 + index,
    follows_count: 12,
    media_count: 3,
    likes_count: 4,
    created_at: CREATED,
    updated_at: CREATED,
  };
  return {
    id: idOf('acc', index, switches),
    type: 'account',
    attributes: shape(fields, switches),
    relationships: {
      social_feeds: relationship(feeds, { count: 1 }, switches),
      subaccounts: relationship([], { included: true }, switches),
    },
  };
}

export function socialFeed(index: number, switches: Switches): Resource {
  const data = { id: idOf('acc', index, switches), type: 'account' };
  return {
    id: idOf('feed', index, switches),
    type: 'social_feed',
    attributes: shape({ name: `Feed ${index}`, created_at: CREATED }, switches),
    relationships: { account: relationship(data, {}, switches) },
  };
}

export function board(index: number, switches: Switches): Resource {
  const feeds = [{ id: idOf('feed', index, switches), type: 'social_feed' }];
  return {
    id: idOf('board', index, switches),
    type: 'board',
    attributes: shape(
      { name: nameOf(`Wall ${index}`, switches), created_at: CREATED, updated_at: CREATED },
      switches,
    ),
    relationships: { social_feeds: relationship(feeds, { count: 1 }, switches) },
  };
}

export function emailTemplate(index: number, switches: Switches): Resource {
  const fields = {
    name: `Letter ${index}`,
    subject: `News ${index}`,
    html: '<p>Hello</p>',
    created_at: CREATED,
    updated_at: CREATED,
  };
  return {
    id: idOf('mail', index, switches),
    type: 'email_template',
    attributes: shape(fields, switches),
  };
}

const DOMAIN_STATUSES = ['valid', 'pending', 'failed', 'expired'];

/** The ids of domains and factors are integers. */
export function domain(index: number, switches: Switches): Resource {
  const data = { id: idOf('exp', index, switches), type: 'experience' };
  const fields = {
    name: `shop${index}.kestrel.example`,
    status: DOMAIN_STATUSES[(index - 1) % DOMAIN_STATUSES.length],
    created_at: CREATED,
    updated_at: CREATED,
  };
  return {
    id: String(index),
    type: 'domain',
    attributes: shape(fields, switches),
    relationships: { default_experience: relationship(data, {}, switches) },
    links: { self: `/v2/teams/42/domains/${index}` },
  };
}

export function experience(index: number, switches: Switches): Resource {
  const fields = {
    type: 'sweepstakes',
    name: `Summer ${index}`,
    title: 'Summer',
    description: 'Win',
    slug: `summer-${index}`,
    status: 'active',
    analytics_id: 'G-1',
    analytics_type: 'google_tag_manager',
    captcha_type: null,
    captcha_public_key: null,
    cookie_consent: true,
    noindex: false,
    bypass_mime_type_validation: false,
    favicon_url: 'https://images.example/favicon.ico',
    maximum_image_size: 10,
    maximum_video_size: 20,
    data: { draft: [], published: [], locales: { draft: [], published: [] } },
    created_at: CREATED,
    updated_at: CREATED,
  };
  return {
    id: idOf('exp', index, switches),
    type: 'experience',
    attributes: shape(fields, switches),
    relationships: {
      domain: relationship({ id: String(index), type: 'domain' }, {}, switches),
      submissions: relationship([], { total: 3, count: 3 }, switches),
    },
    links: { public: `https://shop${index}.kestrel.example/` },
  };
}

const FACTORS = [
  { type: 'one_time_password', status: 'active', channel: null, external_id: null },
  { type: 'out_of_band', status: 'pending', channel: 'sms', external_id: '+15550100200' },
  { type: 'recovery_code', status: 'active', channel: null, external_id: null },
];
export const FACTOR_COUNT = FACTORS.length;

export function factor(index: number, switches: Switches): Resource {
  const fields = { ...FACTORS[index - 1], provisioning_url: null, created_at: CREATED };
  return {
    id: String(index),
    type: 'authentication_factor',
    attributes: shape(fields, switches),
  };
}

/** An authenticator app that was just added. */
export function newApp(status: 'pending' | 'active', provisioningUrl: string | null): Resource {
  return {
    id: '9',
    type: 'authentication_factor',
    attributes: {
      status,
      type: 'one_time_password',
      channel: null,
      external_id: null,
      provisioning_url: provisioningUrl,
      created_at: CREATED,
    },
  };
}
