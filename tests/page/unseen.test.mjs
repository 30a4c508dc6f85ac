// Figures with a training: nothing runs unseen, nothing is kept, and a screen reader hears little.

const unseen = (name, watched, attributes = "") => ({
  name: `a training that nobody sees, ${name}`,
  run: (t) =>
    t.checks("unseen", {
      head: `<script type="module" src="/dist/elements/${name}.js"></script>`,
      body: `<div id="here" data-tag="attn-${name}" data-watched="${watched}" ${attributes}></div>
        <div style="height: 6000px"></div>`,
    }),
});

export default [
  unseen("transformer", "loss"),
  unseen("next-token", "training.none.losses"),
  unseen("distribution-fit", "q", 'data-model="transformer"'),
];
