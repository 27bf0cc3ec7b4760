import type { MouseEvent, ReactNode } from 'react';
import { useTooltip } from '#console/ui/popup/use-tooltip.tsx';
import { Spinner } from '#console/ui/spinner.tsx';
import { PlainButton, type PlainButtonProps } from './plain-button.tsx';

export interface ButtonProps extends PlainButtonProps {
  /** Shown before the label at 16 px. */
  readonly icon?: ReactNode;
  /** Shows a spinner instead of the icon and ignores clicks. */
  readonly loading?: boolean;
  /**
   * Disables the button and says why, in its description and tooltip. The button stays focusable.
   */
  readonly disabledReason?: string | undefined;
}

export function Button({
  icon,
  loading = false,
  disabledReason,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const tooltip = useTooltip(disabledReason, rest);
  const isOff = loading || disabledReason !== undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // aria-disabled alone prevents neither clicks nor form submission.
    if (isOff) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <>
      <PlainButton
        {...rest}
        {...tooltip.triggerProps}
        aria-disabled={isOff || undefined}
        aria-busy={loading || undefined}
        onClick={handleClick}
      >
        {loading ? <Spinner /> : icon}
        {children}
      </PlainButton>
      {tooltip.element}
    </>
  );
}
