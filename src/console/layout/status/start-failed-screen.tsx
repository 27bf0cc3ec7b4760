import { Button } from '#console/ui/button/button.tsx';
import { FullScreen } from './full-screen.tsx';

export function StartFailedScreen() {
  return (
    <FullScreen
      title="Patron couldn't start"
      role="alert"
      action={
        <Button variant="primary" size="large" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      <p>We couldn't load the configuration. Check your connection and try again.</p>
    </FullScreen>
  );
}
