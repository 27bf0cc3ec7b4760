import { type ReactNode, type RefCallback, useRef, useState } from 'react';
import { LoadBoundary } from '#console/layout/load-boundary.tsx';
import type { LazyComponent } from '#console/lib/lazy-component.ts';
import type { PopupTriggerProps } from '#console/ui/popup/use-popup.ts';

/** What a menu that is loaded lazily takes. */
export interface LazyMenuProps {
  /** Draws the button that opens it; the props go on that button. */
  readonly trigger: (props: PopupTriggerProps) => ReactNode;
}

interface LazyMenuButtonProps {
  readonly label: string;
  readonly className: string | undefined;
  readonly menu: LazyComponent<LazyMenuProps>;
  /** What the button shows. */
  readonly children: ReactNode;
}

/** A button whose menu is loaded when it is about to be opened, and opens by the same press. */
export function LazyMenuButton({ label, className, menu, children }: LazyMenuButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const wasOpened = useRef(false);
  const openOnce: RefCallback<HTMLButtonElement> = (button) => {
    if (!button || wasOpened.current) return;
    wasOpened.current = true;
    queueMicrotask(() => button.click());
  };
  const common = { type: 'button', 'aria-label': label, className } as const;
  const closed = (
    <button
      {...common}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isAsked || undefined}
      onPointerEnter={menu.preload}
      onFocus={menu.preload}
      onClick={() => setIsAsked(true)}
    >
      {children}
    </button>
  );
  if (!isAsked) return closed;
  return (
    <LoadBoundary fallback={closed} onFailure={() => setIsAsked(false)}>
      <menu.Component
        trigger={(props) => (
          <button {...common} {...props} ref={openOnce}>
            {children}
          </button>
        )}
      />
    </LoadBoundary>
  );
}
