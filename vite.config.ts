import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { compression } from 'vite-plugin-compression2'
import { VitePWA } from 'vite-plugin-pwa'

export default defineConfig({
  root: 'web',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    // The same options as `npm run words`: both write generated/words.
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './generated/words',
      strategy: ['baseLocale'],
    }),
    // The server sends what is compressed already.
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|svg)$/, threshold: 500 }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'service-worker',
      filename: 'service-worker.ts',
      // The app registers the worker for members, and the server makes the web manifest.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'assets/*.{js,css}',
          'fonts/figtree-latin.woff2',
          'favicon*.{svg,png}',
          'icon-192.png',
        ],
      },
    }),
  ],
  css: { postcss: '.' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    rolldownOptions: {
      treeshake: {
        // Each page loads only its own words.
        moduleSideEffects: [{ test: /generated[\\/]words[\\/]messages/, sideEffects: false }],
      },
      output: {
        // Pages for an office's staff stay apart: the service worker does not cache them.
        chunkFileNames: ({ facadeModuleId }) =>
          /routes[\\/]_(office|member\.admin)/.test(facadeModuleId ?? '')
            ? 'assets/office/[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'portal', tags: ['$initial'], priority: 2 },
            // What many pages share comes in one file, and so do texts that two pages share: each is a module of its own.
            { name: 'shared', minShareCount: 12, priority: 1 },
            { name: 'words', test: /generated[\\/]words/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
