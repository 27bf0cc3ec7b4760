/** The one type that needs a site before its third party's page can be opened. */
export const SHOP_TYPE = 'shopify';

/** A single host name label before the suffix. */
const SHOP_DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.myshopify\.com$/;

/**
 * Lowercases a shop domain (Rules for /edit and /new, 4).
 * @returns undefined when the text is not exactly a *.myshopify.com domain
 */
export function toShopSite(text: string): string | undefined {
  const site = text.toLowerCase();
  return SHOP_DOMAIN.test(site) ? site : undefined;
}
