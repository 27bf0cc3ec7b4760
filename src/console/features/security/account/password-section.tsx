import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { Button } from '#console/ui/button/button.tsx';
import { CardSection } from '#console/ui/card.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';

/** Where the user changes their password; absent if the deployment has no such API. */
export function PasswordSection() {
  const { account } = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const disabledReason = useScopeReason('identity:write');
  const close = () => setIsOpen(false);
  if (!account) return null;
  return (
    <>
      {/* Its name is a title: `getByLabel` would match a labeled region beside the fields of that name. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section with a title only is no region for axe */}
      <div role="region" title="Password">
        <CardSection
          title="Password"
          isRegion={false}
          action={
            <Button
              variant="ghost"
              size="small"
              disabledReason={disabledReason}
              onClick={() => setIsOpen(true)}
            >
              Change password
            </Button>
          }
        >
          <p>A new password signs you out everywhere else.</p>
        </CardSection>
      </div>
      {isOpen && <ChangePasswordDialog account={account} onClose={close} />}
    </>
  );
}
