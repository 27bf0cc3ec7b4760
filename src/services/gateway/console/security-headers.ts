import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { ConsoleConfig } from '#contract/gateway/config.ts';

/**
 * The headers of the console's pages: nothing inline, nothing from elsewhere but pictures of
 * connected accounts, and requests to the APIs that the configuration names.
 */
export function consoleHeaders(config: ConsoleConfig): FastifyHelmetOptions {
  const { baseUrl, tokenUrl, revocationUrl } = config.advocacy;
  const apis = [
    baseUrl,
    tokenUrl,
    revocationUrl ?? baseUrl,
    config.loyalty.baseUrl,
    config.inbox?.baseUrl ?? baseUrl,
  ]
    .filter((address) => /^https?:/.test(address))
    .map((address) => new URL(address.replaceAll(/[{}]/g, '')).origin);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'worker-src': ["'self'"],
        'style-src': ["'self'"],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'https:', 'data:'],
        'connect-src': ["'self'", ...new Set(apis)],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        // The one policy, which knows one address: the script of the session's service worker.
        'trusted-types': ['session-worker'],
      },
    },
    // Anything stricter loses the message of the popup in which an account is connected.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Said by whoever ends TLS, who knows whether it is there for good.
    strictTransportSecurity: false,
  };
}
