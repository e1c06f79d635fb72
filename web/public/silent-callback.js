// Hands the identity provider's answer to the page that asked in this hidden frame, and to no other origin.
if (parent !== self) parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin)
