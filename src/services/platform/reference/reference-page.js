// Starts Swagger UI, with fixes for its accessibility.

/** Patron's logo for the dark top bar. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="132" height="40" viewBox="0 0 132 40">
  <g fill="#56c7aa"><circle cx="30" cy="20" r="11" opacity="0.45"/><circle cx="18" cy="20" r="11"/></g>
  <text x="52" y="27" fill="#fff" font-family="Inter, system-ui, sans-serif" font-size="20" font-weight="600">Patron</text>
</svg>`;

const logo = (createElement) => () => {
  const src = `data:image/svg+xml,${encodeURIComponent(LOGO)}`;
  return createElement('img', { src, alt: 'Patron', height: 40 });
};

/** Swagger UI's own layout under another name, because it replaces the logo of its own. */
const layout =
  (createElement) =>
  ({ getComponent }) =>
    createElement(getComponent('StandaloneLayout', true));

const nothing = () => null;

/** Wraps a component in a named landmark. */
const landmark = (createElement, name) => (Component) => (props) =>
  createElement('section', { 'aria-label': name }, createElement(Component, props));

const headed = (createElement, heading) => (Component) => (props) => [
  createElement('h2', { key: 'heading' }, heading),
  createElement(Component, { key: 'component', ...props }),
];

/** A heading above each webhook, between that of the section and those in it. */
const webhookHeading = (createElement) => (Component) => (props) => {
  const operation = createElement(Component, { key: 'component', ...props });
  const path = props.operation.get('path');
  const heading = createElement('h3', { key: 'heading', className: 'webhook' }, path);
  return props.operation.get('tag') === 'webhooks' ? [heading, operation] : operation;
};

/** A Swagger UI plugin that replaces or wraps its components. */
function accessible({ React: { createElement } }) {
  return {
    components: {
      ReferenceLayout: layout(createElement),
      Logo: logo(createElement),
      // Each API has a single server, and the select has no label.
      ServersContainer: nothing,
    },
    wrapComponents: {
      InfoContainer: landmark(createElement, 'About'),
      AuthorizeBtnContainer: landmark(createElement, 'Authorization'),
      // Fills the gap between the document's h1 and the h3 of its groups.
      operations: headed(createElement, 'Operations'),
      // Not its container: a wrapped container loses its connection to the state.
      operation: webhookHeading(createElement),
    },
  };
}

const container = document.getElementById('swagger-ui');
const { urls, oauth } = JSON.parse(container.dataset.settings);
const { SwaggerUIBundle, SwaggerUIStandalonePreset } = window;

const ui = SwaggerUIBundle({
  urls,
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [SwaggerUIBundle.plugins.DownloadUrl, accessible],
  layout: 'ReferenceLayout',
  // Deep links are nested in buttons, where screen readers ignore them.
  deepLinking: false,
  validatorUrl: null,
  oauth2RedirectUrl: new URL('/docs/callback', location.href).href,
});
if (oauth.clientId) ui.initOAuth({ ...oauth, usePkceWithAuthorizationCodeGrant: true });
