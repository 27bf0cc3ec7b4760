import { Navigate, useNavigate, useParams } from 'react-router';
import { FACTOR_KINDS } from '#console/features/security/factor-kinds.ts';
import { useSecurityOutlet } from '#console/features/security/security-outlet.ts';
import { paths } from '#console/paths.ts';
import { Dialog } from '#console/ui/overlay/dialog.tsx';
import { NumberForm } from './number-form.tsx';

/** The dialog that asks for the number to which a new factor's codes go. */
export function NewNumberFactorPage() {
  const navigate = useNavigate();
  const { kindId } = useParams();
  const { onCreated } = useSecurityOutlet();
  const kind = FACTOR_KINDS.find(({ id }) => id === kindId);
  if (kind?.numberLabel === undefined) return <Navigate to={paths.newFactor()} replace />;
  return (
    <Dialog
      title={`Add codes by ${kind.name.toLowerCase()}`}
      description="We send six digits there at once, to see that they reach you."
      closesOnBackdrop={false}
      onClose={() => void navigate(paths.security(), { replace: true })}
    >
      <NumberForm
        kind={kind}
        label={kind.numberLabel}
        onCreated={onCreated}
        onBack={() => void navigate(paths.newFactor(), { replace: true })}
      />
    </Dialog>
  );
}
