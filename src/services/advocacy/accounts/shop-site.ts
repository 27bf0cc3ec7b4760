/** The one type that needs a site before its third party's page can be opened. */
export const SHOP_TYPE = 'shopify';

/** One label before the suffix, in the letters that host names are made of. */
const SHOP_DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.myshopify\.com$/;

/**
 * A shop's domain in lower case, or undefined where it is none: *.myshopify.com and nothing around it
 * (Rules for /edit and /new, 4).
 */
export function toShopSite(text: string): string | undefined {
  const site = text.toLowerCase();
  return SHOP_DOMAIN.test(site) ? site : undefined;
}
