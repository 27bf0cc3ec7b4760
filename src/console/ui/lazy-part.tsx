import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router';
import { loadCode, loadErrorMessage } from '#console/lib/load-code.ts';
import { showError } from './feedback/toasts.ts';

/** Code that is loaded when it is first rendered. React keeps a failure, so that `reset` replaces the component. */
interface LazyCode<Props> {
  Component: LazyExoticComponent<ComponentType<Props>>;
  readonly reset: () => void;
}

/**
 * For a part of a page that weighs over about 15 KB and is rarely needed; `LazyPart` renders it.
 *
 * @param load imports the module and selects the component: `async () => (await import(…)).Chart`
 */
export function lazyCode<Props>(load: () => Promise<ComponentType<Props>>): LazyCode<Props> {
  const create = () => lazy(async () => ({ default: await loadCode(load) }));
  const code = {
    Component: create(),
    reset: () => {
      code.Component = create();
    },
  };
  return code;
}

interface LazyPartProps<Props> {
  readonly code: LazyCode<Props>;
  readonly props: NoInfer<Props>;
  /** Shown while the code is loading, and if that fails. */
  readonly fallback?: ReactNode;
  /** A toast says that it failed: resets the caller, so that the user can try again. */
  readonly onLoadError?: () => void;
}

/**
 * Renders a lazily loaded part. If loading fails it is tried again on the next page, or when the part is
 * opened again.
 */
export function LazyPart<Props extends object>(options: LazyPartProps<Props>) {
  const { code, props, fallback, onLoadError } = options;
  const [Component, setComponent] = useState(() => code.Component);
  return (
    <ErrorBoundary
      fallbackRender={({ error }) => (
        <LoadError error={error} onLoadError={onLoadError}>
          {fallback}
        </LoadError>
      )}
      onError={() => {
        if (code.Component === Component) code.reset();
      }}
      resetKeys={[useLocation().pathname]}
      onReset={() => setComponent(() => code.Component)}
    >
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

interface LoadErrorProps {
  readonly error: unknown;
  readonly onLoadError: (() => void) | undefined;
  readonly children: ReactNode;
}

function LoadError({ error, onLoadError, children }: LoadErrorProps) {
  const report = useEffectEvent(() => {
    showError(loadErrorMessage(error));
    onLoadError?.();
  });
  useEffect(() => report(), []);
  return children;
}
