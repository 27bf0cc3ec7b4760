import * as z from 'zod/mini';
import { LIST_COUNT_DEFAULT, LIST_COUNT_MAX } from '#contract/cursor-list.ts';
import { integerParams } from '#contract/endpoint.ts';
import {
  DELIVERY_OUTCOMES,
  getInboxDelivery,
  getInboxEvent,
  INBOX_DELIVERY_PATH,
  INBOX_STREAM_EVENT,
  INBOX_STREAM_PATH,
  inboxDeliverySchema,
  inboxEventSchema,
  listInboxDeliveries,
  listInboxEvents,
  listInboxEventTypes,
  memberFactsSchema,
  SEARCHED_EVENTS,
} from '#contract/gateway/inbox.ts';
import { INBOX_DAYS, inboxDaySchema, listInboxDays } from '#contract/gateway/inbox-days.ts';
import {
  getInboxReplay,
  inboxReplaySchema,
  listInboxReplays,
  replayInboxEvent,
  startInboxReplay,
  stopInboxReplay,
} from '#contract/gateway/inbox-replays.ts';
import { noParams } from '#contract/json-api.ts';
import { webhookRequestSchema } from '#contract/loyalty/webhooks.ts';
import type {
  DescribedEndpoint,
  OperationDocumentation,
  ParameterDocumentation,
  SchemaDocumentation,
} from '#contract/reference/documentation.ts';
import { webhookHeaders } from '#contract/reference/loyalty/webhooks.ts';

const TAG = 'Webhook inbox';

export const inboxSchemas: Record<string, SchemaDocumentation> = {
  InboxDelivery: {
    schema: inboxDeliverySchema,
    description: 'A request that the loyalty program delivered, and its outcome.',
  },
  InboxDay: { schema: inboxDaySchema, description: 'What happened in the inbox on one day.' },
  InboxEvent: { schema: inboxEventSchema, description: 'An event of a delivery.' },
  MemberFacts: {
    schema: memberFactsSchema,
    description: 'The newest facts about a member in the events of the last 30 days.',
  },
  InboxReplay: {
    schema: inboxReplaySchema,
    description: 'A job that processes stored events again.',
  },
};

export const inboxParameters: Record<string, ParameterDocumentation> = {
  start_cursor: {
    description: 'The `next_cursor` of the page before; leave it out for the first page.',
  },
  count: {
    description: `How many to return: ${LIST_COUNT_DEFAULT} by default, at most ${LIST_COUNT_MAX}.`,
  },
  event_type: { description: 'Only this type, for example `event_member_tierupgrade`.' },
  member_id: { description: 'Only about the member with this `member_id`.' },
  since: { description: 'Received at or after this time, such as `2026-01-31T12:00:00.000Z`.' },
  until: { description: 'Received before this time.' },
  test: { description: 'Only tests sent from the console, or only the others.' },
  request_id: { description: 'The `id` of the delivery in the inbox.', example: '1' },
  event_id: { description: 'The `id` of the event.' },
  replay_id: { description: 'The `id` of the replay.', example: 1 },
};

const firstEvent = { event_id: { example: '79464a62-beab-8d29-1ddc-8552b684ad69' } };
const needsReplay = 'start a replay first.';

const receiveDelivery: DescribedEndpoint = {
  id: 'receiveDelivery',
  method: 'POST',
  path: INBOX_DELIVERY_PATH,
  tag: TAG,
  params: integerParams(['team_id']),
  query: noParams,
  body: webhookRequestSchema,
  bodyMediaType: 'application/json',
  status: 200,
  response: z.looseObject({ verdict: z.enum(DELIVERY_OUTCOMES) }),
};

const streamEvents: DescribedEndpoint = {
  id: 'streamInboxEvents',
  method: 'GET',
  path: INBOX_STREAM_PATH,
  tag: TAG,
  params: integerParams(['team_id']),
  query: noParams,
  body: undefined,
  status: 200,
  responseMediaType: 'text/event-stream',
  response: z.string(),
  scope: 'webhooks:read',
};

export const inboxOperations: readonly OperationDocumentation[] = [
  {
    endpoint: receiveDelivery,
    statuses: [400, 401, 404, 413],
    summary: 'Deliver webhook events',
    description:
      'Where the loyalty program posts its events. The signature authenticates it; there is no token. The response ' +
      'is sent once the request is stored, and duplicates are a success.',
    headers: webhookHeaders,
    body: {
      request_id: '18355c11-8897-6a15-3f23-8158c7a695ce',
      total_count: 0,
      created_date: '11/22/2026 08:00:00',
      events: [],
    },
    responses: {
      200: 'Stored.',
      400: "The body isn't a webhook request.",
      401: 'The signature is missing or wrong, or the nonce is more than 30 minutes old or 300 seconds ahead.',
      404: 'There is no such team, or it receives no webhooks.',
      413: 'The body is larger than 1 MB.',
    },
    prerequisite: "sign the body with the demo's secret, `patron-demo-webhook-secret`.",
    security: [],
  },
  {
    endpoint: listInboxDeliveries,
    summary: 'List the received deliveries',
    description: 'The deliveries of all outcomes, newest first.',
    parameters: {
      verdict: {
        description: 'Only deliveries with this outcome; `rejected` lists all that were rejected.',
      },
      request_id: {
        description: 'Only the attempts of this request; rejected ones claim the id.',
        example: undefined,
      },
    },
    responses: { 200: 'A page of deliveries.' },
  },
  {
    endpoint: getInboxDelivery,
    summary: 'Retrieve a delivery',
    description: 'One delivery with its whole body, which lists leave out when it is large.',
    responses: { 200: 'The delivery.' },
  },
  {
    endpoint: listInboxEvents,
    summary: 'List the received events',
    description: 'The events of accepted deliveries, newest first.',
    parameters: {
      state: { description: 'Only events in this state.' },
      replayed: { description: 'Only events that were replayed (`true`), or only the others.' },
      webhook_request_id: { description: 'Only the events of this delivery.' },
      q: { description: `Text in the data. Searches the newest ${SEARCHED_EVENTS} events.` },
    },
    responses: { 200: 'A page of events.' },
  },
  {
    endpoint: listInboxEventTypes,
    summary: 'List the types of the received events',
    description: 'The types that the stored events have, for a filter.',
    responses: { 200: 'The types, sorted.' },
  },
  {
    endpoint: listInboxDays,
    summary: 'Count the deliveries of the last days by outcome',
    description: `Counts for a chart: each of the last ${INBOX_DAYS} days in UTC, the oldest first. Tests are not counted.`,
    responses: { 200: 'The days.' },
  },
  {
    endpoint: getInboxEvent,
    summary: 'Retrieve an event',
    description:
      'One event, with the current facts about its member: they show whether newer events superseded it.',
    parameters: firstEvent,
    responses: { 200: 'The event.' },
  },
  {
    endpoint: streamEvents,
    summary: 'Follow new events',
    description:
      `Server-sent events, each named \`${INBOX_STREAM_EVENT}\` with an event of the inbox as \`data\` and a sequence ` +
      'number as `id`. With `Last-Event-ID` the stream starts after that event, otherwise with the next new one. A ' +
      'comment every 15 seconds keeps it open.',
    headers: { 'Last-Event-ID': { description: 'The `id` of the last event that you received.' } },
    responses: { 200: 'The stream. It does not end by itself.' },
    prerequisite:
      'use a client for server-sent events; this page would wait for the end of the stream.',
  },
  {
    endpoint: replayInboxEvent,
    summary: 'Replay an event',
    description: 'Processes one event again.',
    parameters: firstEvent,
    responses: { 200: 'The event.', 400: 'The event is malformed, or a parameter is invalid.' },
  },
  {
    endpoint: startInboxReplay,
    summary: 'Replay all events that match filters',
    description:
      'Starts a job that processes all events again that match the filters, except malformed ones and tests. With `expected` ' +
      'nothing happens if a different number of events matches.',
    body: { since: '2026-01-31T12:00:00.000Z' },
    responses: {
      200: 'The started job.',
      409: "The number of matching events isn't the expected one.",
      422: 'There is no filter, or one is invalid.',
      429: 'Too many replays of this team are running.',
    },
  },
  {
    endpoint: listInboxReplays,
    summary: 'List the replays',
    description: 'The replays, newest first.',
    parameters: { state: { description: 'Only replays in this state.' } },
    responses: { 200: 'A page of replays.' },
  },
  {
    endpoint: getInboxReplay,
    summary: 'Retrieve a replay and its progress',
    description: 'One replay with its progress.',
    responses: { 200: 'The replay.' },
    prerequisite: needsReplay,
  },
  {
    endpoint: stopInboxReplay,
    summary: 'Stop a replay',
    description:
      'Stops a replay. Events that it has replayed stay replayed; stopping one that has ended changes nothing.',
    responses: { 200: 'The replay.' },
    prerequisite: needsReplay,
  },
];
