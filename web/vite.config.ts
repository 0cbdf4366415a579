import { defineConfig } from "vite";

// `npm run dev` serves the page alone; the API comes from a `noughts serve` beside it.
export default defineConfig({
  build: { target: "es2022", emptyOutDir: true, assetsInlineLimit: 0, modulePreload: false },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
});
