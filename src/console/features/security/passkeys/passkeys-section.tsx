import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import iconStyles from '#console/features/security/factor-icon.module.css';
import listStyles from '#console/features/security/factor-list.module.css';
import { FactorListSkeleton } from '#console/features/security/factor-list.tsx';
import rowStyles from '#console/features/security/factor-row.module.css';
import { invalidateFactors } from '#console/features/security/factors-queries.ts';
import { formatDate } from '#console/lib/dates/format-date.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { Badge } from '#console/ui/badge.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { isLoading, ListEmptyState, ListOutdatedBanner } from '#console/ui/page/list-page.tsx';
import { RowActions } from '#console/ui/table/row-actions.tsx';
import { deviceName } from '#contract/account/device-name.ts';
import {
  createPasskey,
  createPasskeyOptions,
  listPasskeys,
  type Passkey,
} from '#contract/account/passkeys.ts';
import { RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';

const PASSKEYS_KEY = ['passkeys'] as const;

/** The user's passkeys, oldest first; they fit on one page. */
function passkeysQuery(account: Client) {
  return queryOptions({
    queryKey: PASSKEYS_KEY,
    queryFn: async ({ signal }): Promise<readonly Passkey[]> =>
      (await account.request(listPasskeys, { signal })).data,
  });
}

/** The user's passkeys. */
export function PasskeysSection({ account }: { readonly account: Client }) {
  const queryClient = useQueryClient();
  const stepUp = useStepUp();
  const writeReason = useScopeReason('authentication_factors:write');
  const list = useListQuery(passkeysQuery(account), {
    what: 'your passkeys',
    rows: (passkeys) => passkeys,
  });
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: PASSKEYS_KEY });
    await invalidateFactors(queryClient);
  };
  const add = useMutation({
    mutationFn: () => stepUp.withIdToken((idToken) => addPasskey(account, idToken)),
    onSuccess: async ({ name }) => {
      await refresh();
      showSuccess(`Passkey ${name} added.`);
    },
    onError: (error) => {
      const message =
        registrationError(error) ?? toUserFacingError(error, "Couldn't add a passkey");
      if (message) showError(message);
    },
  });
  const unsupported =
    'PublicKeyCredential' in window ? undefined : "This browser can't use passkeys";
  return (
    <CardSection
      title="Passkeys"
      action={
        <Button
          variant="ghost"
          size="small"
          icon={<Plus />}
          loading={add.isPending}
          disabledReason={writeReason ?? unsupported}
          onClick={() => add.mutate()}
        >
          Add passkey
        </Button>
      }
    >
      <ListOutdatedBanner list={list} />
      {list.data?.length ? (
        <ul aria-label="Passkeys" className={listStyles.list}>
          {list.data.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              disabledReason={writeReason}
              onRename={setRenaming}
              onRemove={setRemoving}
            />
          ))}
        </ul>
      ) : isLoading(list) ? (
        <FactorListSkeleton />
      ) : list.data ? (
        <p>
          Sign in with your fingerprint, your face or a security key, without a password or code.
        </p>
      ) : (
        <ListEmptyState list={list} empty={null} />
      )}
      {renaming && (
        <RenamePasskeyDialog
          account={account}
          passkey={renaming}
          onChanged={refresh}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {removing && (
        <RemovePasskeyDialog
          account={account}
          passkey={removing}
          onChanged={refresh}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </CardSection>
  );
}

/** How many passkeys sign-in asks for after the password; 0 without an account API that has them. */
export function useUsablePasskeys(account: Client | undefined): number {
  const { data } = useQuery(
    account ? passkeysQuery(account) : { queryKey: PASSKEYS_KEY, queryFn: skipToken },
  );
  return data?.filter(({ usable }) => usable).length ?? 0;
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly disabledReason: string | undefined;
  readonly onRename: (passkey: Passkey) => void;
  readonly onRemove: (passkey: Passkey) => void;
}

function PasskeyRow({ passkey, disabledReason, onRename, onRemove }: PasskeyRowProps) {
  const { name, created_at: createdAt, last_used_at: lastUsedAt, synced, usable } = passkey;
  return (
    <li className={rowStyles.row}>
      <span className={iconStyles.icon}>
        <KeyRound aria-hidden="true" />
      </span>
      <div className={rowStyles.text}>
        <p className={rowStyles.name}>{name}</p>
        <p className={rowStyles.facts}>
          <span>Added {formatDate(new Date(createdAt))}</span>
          <span>
            {lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <RelativeTime at={lastUsedAt} />
              </>
            )}
          </span>
          {!usable && <span>Belongs to an earlier address of Patron, and can't be used here</span>}
        </p>
      </div>
      <div className={rowStyles.state}>{synced && <Badge>Synced</Badge>}</div>
      <div className={rowStyles.actions}>
        <RowActions row={name}>
          <MenuItem
            icon={<Pencil />}
            disabledReason={disabledReason}
            onSelect={() => onRename(passkey)}
          >
            Rename
          </MenuItem>
          <MenuItem
            icon={<Trash2 />}
            danger
            disabledReason={disabledReason}
            onSelect={() => onRemove(passkey)}
          >
            Remove
          </MenuItem>
        </RowActions>
      </div>
    </li>
  );
}

/** Lets the browser create a passkey, named after the device. @throws {ApiError | WebAuthnError} */
async function addPasskey(account: Client, idToken: string): Promise<Passkey> {
  const { data: optionsJSON } = await account.request(createPasskeyOptions, { idToken });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const credential = await startRegistration({ optionsJSON });
  const name = deviceName(navigator.userAgent);
  const { data } = await account.request(createPasskey, { body: { name, credential }, idToken });
  return data;
}

/** Why the browser created none; undefined for other errors. */
function registrationError(error: unknown): UserFacingError | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'InvalidStateError') {
    return { title: 'This device already has a passkey for your account' };
  }
  return error.name === 'NotAllowedError' || error.name === 'AbortError'
    ? { title: 'No passkey was added' }
    : undefined;
}
