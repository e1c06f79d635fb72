module.exports = {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      // Mirrors the theme's breakpoints sm and lg: the menu is an overlay below the one and full from the other. In a window as low as that of
      // 400 % nothing stays in place, because it would cover the page.
      variables: {
        'overlay-end': '48.5em',
        'overlay-last': '48.49em',
        'full-start': '81.25em',
        'mini-last': '81.24em',
        'low-last': '25.99em',
        'tall-start': '26em',
      },
    },
  },
}
