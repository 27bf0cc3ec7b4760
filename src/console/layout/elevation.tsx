import { lazyComponent } from '#console/lib/lazy-component.ts';
import { useStepUpState } from '#console/session/session-context.ts';
import { LoadBoundary } from './load-boundary.tsx';

const elevationChip = lazyComponent<{ readonly until: number }>(
  async () => (await import('./shell/step-up-chip.tsx')).ElevationChip,
);

/** The chip that stands in the top bar while the password counts as confirmed. */
export function Elevation() {
  const { confirmedUntil } = useStepUpState();
  if (confirmedUntil === undefined) return null;
  return (
    <LoadBoundary>
      <elevationChip.Component until={confirmedUntil} />
    </LoadBoundary>
  );
}
