import * as z from 'zod/mini';
import {
  CAMPAIGN_ENTERED,
  campaignInfoSchema,
  MEMBER_TIER_UPGRADE,
  memberInfoSchema,
  WEBHOOK_MAX_ATTEMPTS,
  WEBHOOK_NONCE_HEADER,
  WEBHOOK_OTHER_SIGNATURE_HEADER,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_SIGNATURE_HEADER,
  webhookEventDataSchema,
  webhookEventSchema,
  webhookRequestSchema,
} from '#contract/loyalty/webhooks.ts';
import type {
  ParameterDocumentation,
  SchemaDocumentation,
  WebhookDocumentation,
} from '#contract/reference/documentation.ts';

export const WEBHOOKS_TAG = 'Webhooks';

export const WEBHOOKS_DESCRIPTION =
  "What the program sends to your URL, signed with the webhook's secret. Respond with 200 as soon as you have stored " +
  `the request: anything else means that it is sent again, every ${WEBHOOK_RETRY_SECONDS / 60} minutes, ` +
  `${WEBHOOK_MAX_ATTEMPTS} times in all by default. Use the \`id\` of an event to skip duplicates.`;

export const webhookSchemas: Record<string, SchemaDocumentation> = {
  WebhookRequest: {
    schema: webhookRequestSchema,
    describedAs: z.extend(webhookRequestSchema, {
      events: z.array(z.extend(webhookEventSchema, { data: webhookEventDataSchema })),
    }),
    description: 'One or more events of the same type. Each has `id`, `event_type` and `data`.',
  },
  MemberInfo: {
    schema: memberInfoSchema,
    description: 'The member an event is about. Which fields are present depends on the event.',
  },
  CampaignInfo: { schema: campaignInfoSchema, description: 'The campaign that was entered.' },
};

export const webhookHeaders: Record<string, ParameterDocumentation> = {
  [WEBHOOK_SIGNATURE_HEADER]: {
    description:
      "HMAC-SHA512 in hexadecimal of `<request body>:<nonce>`, with the webhook's secret key. Compute it from the " +
      'received bytes.',
  },
  [WEBHOOK_OTHER_SIGNATURE_HEADER]: {
    description:
      "While the webhook's secret is replaced: the same with the other secret. Receivers that check " +
      '`x-loyalty-signature` need only the secret in force.',
  },
  [WEBHOOK_NONCE_HEADER]: {
    description:
      'When the request was signed: Unix time in milliseconds. Reject requests that are minutes old.',
  },
};

const member = {
  id: '8a623979e544db6b7ab75be1',
  member_id: 'M-000001',
  first_name: 'Adaeze',
  last_name: 'Eze',
  member_status: 'active',
  tier_info: { loyalty_tier_id: 'dba89957d7843ad7f6a27797', loyalty_tier_name: 'Silver' },
};

const requestWith = (event_type: string, data: object) => ({
  request_id: '18355c11-8897-6a15-3f23-8158c7a695ce',
  total_count: 1,
  created_date: '11/22/2026 08:00:00',
  events: [{ id: '80e292d8-e8cb-dadc-48c4-1173c721bf1c', event_type, data }],
});

export const webhooks: readonly WebhookDocumentation[] = [
  {
    name: CAMPAIGN_ENTERED,
    summary: 'Members entered a campaign',
    description: 'Each event has `member_info` and `campaign_info`.',
    tag: WEBHOOKS_TAG,
    headers: webhookHeaders,
    body: webhookRequestSchema,
    example: requestWith(CAMPAIGN_ENTERED, {
      member_info: member,
      campaign_info: {
        campaign_name: 'Birthday month',
        campaign_ID: '8c5c0424-a400-5d52-af1e-40d436f341eb',
      },
    }),
  },
  {
    name: MEMBER_TIER_UPGRADE,
    summary: 'A member reached a higher tier',
    description:
      'Sent when earned points reach a higher tier, not when an operator assigns one. Has `member_info`.',
    tag: WEBHOOKS_TAG,
    headers: webhookHeaders,
    body: webhookRequestSchema,
    example: requestWith(MEMBER_TIER_UPGRADE, { member_info: member }),
  },
];
