// Hands the identity provider's answer to the page that asked in this hidden frame, and to no other origin.
if (parent !== self) parent.postMessage({ source: 'portal-silent-callback', url: location.href }, location.origin)
