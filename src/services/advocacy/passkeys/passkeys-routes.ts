import { and, eq, gt } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  confirmWithPasskey,
  createPasskey,
  createPasskeyOptions,
  createStepUpOptions,
  deletePasskey as deletePasskeyEndpoint,
  listPasskeys,
  updatePasskey,
} from '#contract/account/passkeys.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { SignInPasskeys } from '#services/advocacy/oauth/sign-in/second-factors.ts';
import type { Caller } from '#services/advocacy/oauth/tokens/bearer.ts';
import { ID_TOKEN_SECONDS } from '#services/advocacy/oauth/tokens/id-token.ts';
import { addSessionWay } from '#services/advocacy/oauth/tokens/sessions.ts';
import { errorResponse, notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { parseNumberCursor, toPage } from '#services/platform/json-api/page.ts';
import {
  addPasskey,
  creationOptions,
  deletePasskey,
  renamePasskey,
  toPasskey,
} from './manage-passkeys.ts';
import { passkeys as table } from './passkeys-table.ts';
import type { PasskeyDependencies } from './verify-passkey.ts';

export interface PasskeyRoutesDependencies extends PasskeyDependencies, AuthorizationDependencies {
  passkeys: SignInPasskeys;
}

/** Passkeys of the signed-in user, and confirming with one (decisions.md, 65). */
export function passkeysRoutes(
  app: FastifyInstance,
  dependencies: PasskeyRoutesDependencies,
): void {
  const { db, idTokens, passkeys } = dependencies;
  const authorize = (endpoint: Endpoint) => (request: FastifyRequest) =>
    authorizeUser(dependencies, endpoint, request);
  const stepUpOf = ({ userId, tokenDigest }: Caller) =>
    ({ purpose: 'step_up', boundTo: tokenDigest, userId }) as const;

  registerJsonOperation(app, listPasskeys, {
    authorize: authorize(listPasskeys),
    async handle({ query: { start_cursor: cursor, count }, authorized: { userId } }) {
      const isOwn = eq(table.userId, userId);
      const rows = await db
        .select()
        .from(table)
        .where(and(isOwn, gt(table.id, parseNumberCursor(cursor) ?? 0)))
        .orderBy(table.id)
        .limit(count + 1);
      return toPage({
        ...{ rows, count, total: await db.$count(table, isOwn) },
        cursorOf: ({ id }) => String(id),
        toDocument: (row) => toPasskey(dependencies, row),
      });
    },
  });

  registerJsonOperation(app, createPasskeyOptions, {
    authorize: authorize(createPasskeyOptions),
    async handle({ authorized }) {
      const options = await creationOptions(dependencies, authorized);
      const { rp, user, pubKeyCredParams } = options;
      const data = { ...options, rp: { ...rp }, user: { ...user } };
      return { data: { ...data, pubKeyCredParams: pubKeyCredParams.map((one) => ({ ...one })) } };
    },
  });

  registerJsonOperation(app, createPasskey, {
    authorize: authorize(createPasskey),
    handle: async ({ authorized, body }) => ({
      data: toPasskey(dependencies, await addPasskey(dependencies, authorized, body)),
    }),
  });

  registerJsonOperation(app, updatePasskey, {
    authorize: authorize(updatePasskey),
    handle: async ({ authorized: { userId }, params, body }) => ({
      data: toPasskey(
        dependencies,
        await renamePasskey(dependencies, userId, Number(params.passkey_id), body.name),
      ),
    }),
  });

  registerJsonOperation(app, deletePasskeyEndpoint, {
    authorize: authorize(deletePasskeyEndpoint),
    async handle({ authorized: { userId }, params }) {
      await deletePasskey(dependencies, userId, Number(params.passkey_id));
      return undefined;
    },
  });

  registerJsonOperation(app, createStepUpOptions, {
    authorize: authorize(createStepUpOptions),
    async handle({ authorized }) {
      const isPossible = await passkeys.hasUsable(authorized.userId);
      const options = isPossible ? await passkeys.requestOptions(stepUpOf(authorized)) : undefined;
      if (!options) throw notFound();
      return { data: options };
    },
  });

  registerJsonOperation(app, confirmWithPasskey, {
    authorize: authorize(confirmWithPasskey),
    async handle({ authorized, body }) {
      if (!(await passkeys.verify(body.credential, stepUpOf(authorized)))) {
        throw errorResponse(422, {
          detail: "The passkey wasn't accepted. Try again.",
          source: { pointer: '/credential' },
        });
      }
      await addSessionWay(db, authorized.sessionId, 'passkey');
      return { id_token: await idTokens.issue(authorized), expires_in: ID_TOKEN_SECONDS };
    },
  });
}
