import { AsyncLocalStorage } from 'node:async_hooks';
import OidcProvider, { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { touchSession } from '#services/advocacy/oauth/tokens/sessions.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { digest } from '#services/platform/secrets/digest.ts';

type Names = Parameters<OidcProvider['registerGrantType']>[2];

interface TokenTransactions {
  /** The transaction of the current token request, or else the database. */
  queries(): Queries;
  Provider: typeof OidcProvider;
}

/**
 * Lets a token request happen completely or not at all: oidc-provider uses up the code or refresh token
 * and stores the new tokens in a statement each, which a transaction joins. It begins once the request
 * was read and its client authenticated.
 */
export function createTokenTransactions({
  db,
  clock,
}: {
  db: Database;
  clock: Clock;
}): TokenTransactions {
  const transactions = new AsyncLocalStorage<Queries>();
  return {
    queries: () => transactions.getStore() ?? db,

    Provider: class extends OidcProvider {
      /** oidc-provider registers its own grant types by this method, too. */
      override registerGrantType<Params extends object>(
        name: string,
        handler: (ctx: TokenEndpointGrantContext<Params>) => void | Promise<void>,
        params?: Names,
        duplicates?: Names,
      ): void {
        const isCode = name === 'authorization_code';
        const handleInTransaction: typeof handler = async (ctx) => {
          const rejection = await db.transaction((tx) =>
            transactions.run(tx, async () => {
              try {
                if (isCode) await rejectDisallowedScope(ctx);
                await handler(ctx);
              } catch (error) {
                // Returned, because a replayed token has revoked its family.
                if (error instanceof errors.OIDCProviderError) return error;
                throw error;
              }
              const { Grant: grant } = ctx.oidc.entities;
              // Last, because ending a session locks its tokens first.
              if (grant?.jti !== undefined) await touchSession(tx, clock, digest(grant.jti));
              return undefined;
            }),
          );
          if (rejection) throw rejection;
        };
        // oidc-provider doesn't read the scope of a code exchange.
        const parameters = isCode && params ? new Set([...params, 'scope']) : params;
        super.registerGrantType(name, handleInTransaction, parameters, duplicates);
      }
    },
  };
}

/**
 * oidc-provider ignores the scope of a code exchange, and grants what the authorization request asked for. A
 * scope that it did not ask for is an error (advocacy.md, Rules for POST /oauth/token, 4). Scopes that the
 * user's roles excluded pass: the client can't know them yet.
 * @throws {errors.InvalidGrant} before the code is used up
 */
async function rejectDisallowedScope({ oidc }: TokenEndpointGrantContext<object>): Promise<void> {
  const { code: value, scope } = oidc.params as { code?: string; scope?: string };
  if (!value || !scope) return;
  const code = await oidc.provider.AuthorizationCode.find(value);
  // The exchange itself rejects these.
  if (!code?.isValid || code.grantId === undefined) return;
  const grant = await oidc.provider.Grant.find(code.grantId);
  if (!grant) return;
  const requested = `${grant.getOIDCScope()} ${grant.getRejectedOIDCScope()}`.split(' ');
  if (scope.split(' ').every((name) => requested.includes(name))) return;
  throw new errors.InvalidGrant('the authorization request did not ask for this scope');
}
