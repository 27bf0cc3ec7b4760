import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { Banner } from '#console/ui/page/banner.tsx';
import { isLoading, ListEmptyState, ListOutdatedBanner } from '#console/ui/page/list-page.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import type { AuthenticationFactor } from '#contract/advocacy/authentication-factors.ts';
import { hasNoId, isIncomplete } from '#contract/reader.ts';
import { PasswordSection } from './account/password-section.tsx';
import { SecurityEventsSection } from './account/security-events-section.tsx';
import { SessionsSection } from './account/sessions-section.tsx';
import { DeleteFactorDialog } from './delete-factor-dialog.tsx';
import {
  FACTOR_KINDS,
  factorMethodName,
  findFactorOfKind,
  isPending,
  isRecoveryCodes,
} from './factor-kinds.ts';
import { FactorList, FactorListSkeleton } from './factor-list.tsx';
import { factorsQuery } from './factors-queries.ts';
import { PasskeysSection, useUsablePasskeys } from './passkeys/passkeys-section.tsx';
import { RecoveryBanner } from './recovery/recovery-banner.tsx';
import { RecoveryCodesDialog } from './recovery/recovery-codes-dialog.tsx';
import type { SecurityOutlet } from './security-outlet.ts';
import styles from './security-page.module.css';
import { usableFactors } from './usable-factors.ts';

const UNREAD_FACTOR = {
  title: "The method was added, but the service's response can't be read",
  detail:
    'If it needs a secret or codes that you did not get, remove it in the list and add it again.',
};

/** How the user signs in, and where they are signed in. */
export function SecurityPage() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const writeReason = useScopeReason('authentication_factors:write');
  const api = useApi();
  const missingScope = useMissingScope('authentication_factors:read');
  const list = useListQuery(factorsQuery(api), {
    what: 'your methods',
    rows: (factors) => factors,
    missingScope,
  });
  const [created, setCreated] = useState<AuthenticationFactor>();
  const [deleting, setDeleting] = useState<AuthenticationFactor>();

  const hasPasskeys = useConfig().extensions?.account?.passkeys === true;
  // Without the scope, only the second step names it.
  const passkeyAccount = hasPasskeys && !missingScope ? api.account : undefined;
  const passkeys = useUsablePasskeys(passkeyAccount);

  const codes = created?.meta?.recovery_codes;

  function handleCreated(factor: AuthenticationFactor) {
    if (factor.meta?.recovery_codes) unsavedCodesPreference.write(factor.id);
    setCreated(factor);
    if (isPending(factor)) {
      void navigate(paths.verifyFactor(factor.id), { replace: true });
      return;
    }
    if (hasNoId(factor) && !factor.meta?.recovery_codes) showError(UNREAD_FACTOR);
    else if (!factor.meta?.recovery_codes) showSuccess(`${factorMethodName(factor)} turned on`);
    void navigate(paths.security(), { replace: true });
  }

  const methods = list.data?.filter((factor) => !isRecoveryCodes(factor));
  const codeFactors = list.data?.filter(isRecoveryCodes) ?? [];
  const hasAllKinds = FACTOR_KINDS.every((kind) => findFactorOfKind(list.data ?? [], kind));
  const addButton = (variant: 'primary' | 'ghost') => (
    <Button
      variant={variant}
      size={variant === 'ghost' ? 'small' : 'medium'}
      icon={<Plus />}
      disabledReason={writeReason ?? (hasAllKinds ? "You've set up every method" : undefined)}
      onClick={() => void navigate(paths.newFactor())}
    >
      Add method
    </Button>
  );
  const isCovered = pathname !== paths.security();
  return (
    <PageStack width="form">
      <PageHeader title="Security" description="How you sign in, and where you are signed in." />
      <ListOutdatedBanner list={list} />
      {methods && <PendingBanner methods={methods} />}
      {list.data && !codes && <UnsavedCodesBanner factors={list.data} onDelete={setDeleting} />}
      <Card>
        <PasswordSection />
        {passkeyAccount && <PasskeysSection account={passkeyAccount} />}
        <CardSection
          title="Second step"
          action={methods?.length === 0 ? undefined : addButton('ghost')}
        >
          {methods?.length ? (
            <FactorList
              label="Methods"
              factors={methods}
              isCovered={isCovered}
              onDelete={setDeleting}
            />
          ) : isLoading(list) ? (
            <FactorListSkeleton />
          ) : list.data ? (
            <NoMethods hasCodes={codeFactors.length > 0} hasPasskeys={passkeys > 0}>
              {addButton('primary')}
            </NoMethods>
          ) : (
            <ListEmptyState list={list} empty={null} />
          )}
        </CardSection>
        {list.data && usableFactors(list.data).length + codeFactors.length + passkeys > 0 && (
          <CardSection title="Recovery codes" isRegion={false}>
            {codeFactors.length > 0 && (
              <FactorList
                label="Backup"
                factors={codeFactors}
                isCovered={isCovered}
                onDelete={setDeleting}
              />
            )}
            <RecoveryBanner factors={list.data} passkeys={passkeys} onCreated={handleCreated} />
          </CardSection>
        )}
      </Card>
      <SessionsSection />
      <SecurityEventsSection />
      {deleting && (
        <DeleteFactorDialog
          factor={deleting}
          factors={list.data ?? []}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onSaved={() => unsavedCodesPreference.write(null)}
          onClose={() => setCreated(undefined)}
        />
      )}
      <Outlet
        context={{ factors: list.data, created, onCreated: handleCreated } satisfies SecurityOutlet}
      />
    </PageStack>
  );
}

interface NoMethodsProps {
  readonly hasCodes: boolean;
  readonly hasPasskeys: boolean;
  /** The button to add one. */
  readonly children: ReactNode;
}

function NoMethods({ hasCodes, hasPasskeys, children }: NoMethodsProps) {
  if (hasPasskeys) {
    return (
      <div className={styles.none}>
        <p>
          <strong>After your password, sign-in asks for a passkey</strong>
        </p>
        <p>Add a method for devices that have none of your passkeys.</p>
        {children}
      </div>
    );
  }
  return (
    <div className={styles.none}>
      <p>
        <strong>Two-step verification is off</strong>
      </p>
      <p>
        {hasCodes
          ? 'Recovery codes only work together with another method. Add one to turn it on.'
          : "With a second step, someone who learns your password still can't sign in."}
      </p>
      {children}
    </div>
  );
}

/** Shown if there are methods but none that sign-in asks for, as far as all could be read. */
function PendingBanner({ methods }: { readonly methods: readonly AuthenticationFactor[] }) {
  if (!methods.some(isPending) || usableFactors(methods).length > 0) return null;
  if (methods.some(isIncomplete)) return null;
  return (
    <Banner tone="amber" title="Two-step verification is off">
      Finish verifying to turn it on.
    </Banner>
  );
}

/** The ID of recovery codes that were created in this browser and not confirmed as saved. */
const unsavedCodesPreference = storedPreference('unsaved-recovery-codes');

interface UnsavedCodesBannerProps {
  readonly factors: readonly AuthenticationFactor[];
  readonly onDelete: (factor: AuthenticationFactor) => void;
}

/** Reminds of recovery codes that were closed without being saved, until they are, or are removed. */
function UnsavedCodesBanner({ factors, onDelete }: UnsavedCodesBannerProps) {
  const unsavedId = unsavedCodesPreference.useValue();
  const writeReason = useScopeReason('authentication_factors:write');
  const factor = factors.find(({ id }) => id === unsavedId);
  if (!factor) return null;
  return (
    <Banner
      tone="amber"
      title="Did you save your recovery codes?"
      action={
        <>
          <Button onClick={() => unsavedCodesPreference.write(null)}>I saved them</Button>
          <Button disabledReason={writeReason} onClick={() => onDelete(factor)}>
            Replace them
          </Button>
        </>
      }
    >
      They can't be shown again. If you don't have them, remove them and create new ones.
    </Banner>
  );
}
