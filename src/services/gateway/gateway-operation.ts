import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { EffectiveRole } from '#contract/roles/allows.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import type { GatewayDependencies, GatewayUser } from './dependencies.ts';

interface TeamPath<E extends Endpoint> {
  teamId: number;
  params: OutputOf<E['params']>;
}

interface TeamInput<E extends Endpoint> extends TeamPath<E> {
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  user: GatewayUser;
  role: EffectiveRole;
  request: FastifyRequest;
}

interface ItemOperation<E extends Endpoint, Item> {
  /** The item in the path. Undefined is 404, even if other parts of the request are invalid. */
  find(path: TeamPath<E>): Promise<Item | undefined>;
  handle(
    item: Item,
    input: TeamPath<E> & { user: GatewayUser; body: OutputOf<E['body']> },
  ): Promise<InputOf<E['response']>>;
}

type Authorization = Pick<GatewayDependencies, 'authorizeTeamMember'>;

/** Registers an endpoint of a team, without an item in its path, such as a list. */
export function registerForTeam<E extends Endpoint>(
  app: FastifyInstance,
  dependencies: Authorization,
  endpoint: E,
  handle: (input: TeamInput<E>) => Promise<InputOf<E['response']>>,
): void {
  registerJsonOperation(app, endpoint, {
    authorize: authorizeFor(dependencies, endpoint),
    handle: ({ params, query, body, request, authorized: { teamId, user, role } }) =>
      handle({ teamId, params, query, body, user, role, request }),
  });
}

/** Registers an endpoint for the item in its path. */
export function registerForItem<E extends Endpoint, Item>(
  app: FastifyInstance,
  dependencies: Authorization,
  endpoint: E,
  { find, handle }: ItemOperation<E, Item>,
): void {
  registerJsonOperation(app, endpoint, {
    authorize: authorizeFor(dependencies, endpoint),
    async find({ params, authorized: { teamId } }) {
      const item = await find({ teamId, params });
      if (item === undefined) throw notFound();
      return item;
    },
    handle: ({ params, body, authorized: { teamId, user }, found }) =>
      handle(found, { teamId, params, user, body }),
  });
}

function authorizeFor({ authorizeTeamMember }: Authorization, endpoint: Endpoint) {
  return (request: FastifyRequest) => authorizeTeamMember(request, endpoint);
}
