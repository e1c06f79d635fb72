module.exports = {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      // Mirrors the theme's breakpoints sm and lg: the menu is an overlay below the one and full from the other.
      variables: {
        'overlay-end': '48.5em',
        'overlay-last': '48.49em',
        'full-start': '81.25em',
        'mini-last': '81.24em',
      },
    },
  },
}
