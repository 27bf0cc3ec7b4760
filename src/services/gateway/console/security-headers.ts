import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { ConsoleConfig } from '#contract/gateway/config.ts';

/**
 * Security headers of the console's pages. No inline code, nothing from other origins except images
 * (pictures of connected accounts), and requests only to the APIs in the configuration.
 */
export function consoleHeaders(config: ConsoleConfig): FastifyHelmetOptions {
  const { baseUrl, tokenUrl, revocationUrl } = config.advocacy;
  const apis = [
    baseUrl,
    tokenUrl,
    revocationUrl ?? baseUrl,
    config.loyalty?.baseUrl ?? baseUrl,
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
        // The preview of email templates.
        'frame-src': ["'self'"],
        'connect-src': ["'self'", ...new Set(apis)],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        // The only policy allows one URL: the script of the session's service worker.
        'trusted-types': ['session-worker'],
      },
    },
    // Anything stricter loses the message from the popup that connects an account.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // The TLS proxy sends it; only the operator knows whether HTTPS is permanent.
    strictTransportSecurity: false,
  };
}
